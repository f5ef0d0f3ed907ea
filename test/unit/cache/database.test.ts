import { chmod, mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { batch, ids, replace, SCOPE } from './batches.js';
import { type Place, POSTGRES, postgresPlace, sqlitePlace } from './caches.js';
import { shelves } from './ports.js';

const failureOf = (promise: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  promise.then(
    () => ({}),
    (error: { code?: string; message?: string }) => error,
  );

describe('opening a SQLite database', () => {
  let place: Place;
  let file: string;
  const opened: Knex[] = [];
  const open = async (at = file): Promise<Knex> => {
    const db = await openDatabase({ kind: 'sqlite', file: at });
    opened.push(db);
    return db;
  };
  beforeEach(async () => {
    place = await sqlitePlace();
    file = place.location.kind === 'sqlite' ? place.location.file : '';
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.destroy();
    await place.remove();
  });

  it('makes missing folders, and the tables once', async () => {
    const deep = join(dirname(file), 'a', 'b', 'sidelight.db');
    await (await open(deep)).destroy();
    const db = await open(deep);
    for (const table of [
      'ports',
      'freshness',
      'cursors',
      'counters',
      'memos',
      'meta',
      'api_keys',
      'audit',
      'idempotency',
    ]) {
      expect(await db.schema.hasTable(table), table).to.equal(true);
    }
    expect(await db('knex_migrations').pluck('name')).to.deep.equal([
      '0001-cache',
      '0002-access',
      '0003-people',
      '0004-key-actions',
      '0005-lease',
      '0008-audit',
      '0009-session-uses',
      '0011-share-links',
    ]);
  });

  it('makes files that nobody else on the machine can read', async () => {
    const fresh = join(dirname(file), 'fresh.db');
    await open(fresh);
    for (const name of [fresh, `${fresh}-wal`, `${fresh}-shm`]) {
      expect((await stat(name)).mode & 0o777, name).to.equal(0o600);
    }
  });

  it('can be opened by several processes at once while it is new', async () => {
    const both = await Promise.all([open(), open(), open()]);
    for (const db of both) {
      expect(await db('knex_migrations').pluck('name')).to.deep.equal([
        '0001-cache',
        '0002-access',
        '0003-people',
        '0004-key-actions',
        '0005-lease',
        '0008-audit',
        '0009-session-uses',
        '0011-share-links',
      ]);
    }
  });

  it('leaves a file alone that is no database', async () => {
    await writeFile(file, 'these are my notes, not a database\n'.repeat(100));
    const before = await readFile(file);
    expect((await failureOf(open())).code).to.equal('database_corrupt');
    expect((await readFile(file)).equals(before)).to.equal(true);
  });

  for (const [title, damage] of [
    ['cut', async () => truncate(file, Math.floor((await stat(file)).size / 8192) * 4096)],
    [
      'overwritten at its schema',
      async () => {
        const bytes = await readFile(file);
        await writeFile(file, bytes.fill(0xff, 100, 4096));
      },
    ],
  ] as const) {
    it(`leaves a database alone that was ${title}`, async () => {
      await (await open()).destroy();
      await damage();
      const before = await readFile(file);
      expect((await failureOf(open())).code).to.equal('database_corrupt');
      expect((await readFile(file)).equals(before)).to.equal(true);
    });
  }

  it('says so when a newer version wrote the database', async () => {
    const db = await open();
    await db('knex_migrations').insert({ name: '0999-later', batch: 9, migration_time: new Date() });
    await db.destroy();
    const { code, message } = await failureOf(open());
    expect(code).to.equal('database_newer');
    expect(message).to.contain('0999-later').and.to.contain(file);
  });

  it('says so when the folder cannot be made or the file not be written', async () => {
    await writeFile(join(dirname(file), 'plain'), '');
    expect((await failureOf(open(join(dirname(file), 'plain', 'sidelight.db')))).code).to.equal('data_unwritable');
    await mkdir(file);
    expect((await failureOf(open())).code).to.equal('data_unwritable');
  });

  it('says so when the folder is read-only', async () => {
    await chmod(dirname(file), 0o555);
    // Root writes wherever it likes, so it is somebody else for a moment.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.('nobody');
    try {
      expect((await failureOf(open())).code).to.equal('data_unwritable');
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(dirname(file), 0o700);
    }
  });

  it('reports a full disk, and goes on when there is space again', async () => {
    const db = await open();
    const cache = await createKnexCache(db);
    await cache.declare(shelves);
    const limit = async (pages: number): Promise<void> => {
      // The limit is one of the connection: held at once, all of them get it.
      await Promise.all(
        [1, 2, 3].map(() =>
          db.transaction(async (trx) => {
            await trx.raw('SELECT 1 FROM meta');
            await trx.raw(`PRAGMA max_page_count = ${pages}`);
          }),
        ),
      );
    };
    const items = Array.from({ length: 2000 }, (_, i) => ({ path: `/${i}`, room: 'x'.repeat(200) }));
    await cache.commit(batch('one', [replace(shelves, items.slice(0, 10))]));
    await limit(1);
    expect((await failureOf(cache.commit(batch('one', [replace(shelves, items)])))).code).to.equal('disk_full');
    expect(await ids(cache, shelves)).to.have.length(10);
    await limit(100_000);
    await cache.commit(batch('one', [replace(shelves, items)]));
    expect((await cache.tally(shelves, {}, SCOPE)).count).to.equal(2000);
  });

  it('answers reads while a commit writes', async () => {
    const db = await open();
    const cache = await createKnexCache(db);
    await cache.declare(shelves);
    await cache.commit(batch('one', [replace(shelves, [{ path: '/a', room: 'x' }])]));
    let seen: readonly string[] = [];
    await db.transaction(async (trx) => {
      await trx('meta').insert({ name: 'writing', value: '1' });
      seen = await ids(cache, shelves);
    });
    expect(seen).to.deep.equal(['one//a']);
  });
});

describe('opening a PostgreSQL database', () => {
  it('says so when nobody answers, without the password', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    const url = `postgres://me:hunter2@127.0.0.1:${port}/sidelight`;
    const { code, message } = await failureOf(openDatabase({ kind: 'postgres', url }));
    expect(code).to.equal('database_unreachable');
    expect(message).to.contain(`127.0.0.1:${port}`).and.not.to.contain('hunter2');
  });
});

const onPostgres = (): void => {
  it('says so when there is no such database', async () => {
    const url = new URL(POSTGRES ?? '');
    url.pathname = '/no_such_database';
    expect((await failureOf(openDatabase({ kind: 'postgres', url: url.href }))).code).to.equal('database_unreachable');
  });

  it('can be opened by two processes at once while it is new', async () => {
    const place = await postgresPlace(POSTGRES ?? '');
    const both = await Promise.all([openDatabase(place.location), openDatabase(place.location)]);
    expect(await both[0]('knex_migrations').pluck('name')).to.deep.equal([
      '0001-cache',
      '0002-access',
      '0003-people',
      '0004-key-actions',
      '0005-lease',
      '0008-audit',
      '0009-session-uses',
      '0011-share-links',
    ]);
    for (const db of both) await db.destroy();
    await place.remove();
  });
};

if (POSTGRES !== undefined) describe('a PostgreSQL database', onPostgres);
