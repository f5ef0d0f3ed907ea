/** Which of several instances on one PostgreSQL syncs, and that nobody else commits. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { clientTo, openDatabase } from '#core/cache/database.js';
import { fenceOf } from '#core/cache/fence.js';
import { createKnexCache } from '#core/cache/knex.js';
import { LEADER_LOCK } from '#core/cache/sql.js';
import { type Election, openElection } from '#core/replicas/election.js';
import { renewLease, takeLease } from '#core/replicas/lease.js';
import { batch, ids, replace } from './batches.js';
import { type Place, POSTGRES, postgresPlace, sqlitePlace } from './caches.js';
import { books, shelves } from './ports.js';

const change = (election: Election): Promise<boolean> =>
  new Promise((resolve) => {
    const stop = election.onChange((leading) => {
      stop();
      resolve(leading);
    });
  });

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: unknown }) => error.code,
  );

describe('an instance on SQLite', () => {
  it('always leads', async () => {
    const place = await sqlitePlace();
    const db = await openDatabase(place.location);
    const election = await openElection(db);
    expect(election.leading()).to.equal(true);
    await election.stop();
    await db.destroy();
    await place.remove();
  });
});

interface Instance {
  readonly db: Knex;
  readonly cache: Cache;
  readonly election: Election;
  stop(): Promise<void>;
}

const onPostgres = (): void => {
  let place: Place;
  let outside: Awaited<ReturnType<typeof clientTo>>;
  const instances = new Set<Instance>();
  const url = () => (place.location.kind === 'postgres' ? place.location.url : '');

  beforeEach(async () => {
    place = await postgresPlace(POSTGRES ?? '');
    outside = await clientTo(url());
    await outside.connect();
  });
  afterEach(async () => {
    for (const instance of [...instances].reverse()) await instance.stop();
    await outside.end();
    await place.remove();
  });

  const start = async (): Promise<Instance> => {
    const db = await openDatabase(place.location);
    const cache = await createKnexCache(db);
    await cache.declare(shelves);
    await cache.declare(books);
    const election = await openElection(db);
    const instance: Instance = {
      db,
      cache,
      election,
      async stop() {
        if (!instances.delete(instance)) return;
        await cache.close();
        await election.stop();
        await db.destroy();
      },
    };
    instances.add(instance);
    return instance;
  };
  const rows = (path: string) => batch('one', [replace(shelves, [{ path, room: 'x' }])]);

  it('is one, and at once another when it stops', async () => {
    const [first, second, third] = [await start(), await start(), await start()];
    expect([first, second, third].map(({ election }) => election.leading())).to.deep.equal([true, false, false]);
    const changed = Promise.race([change(second.election), change(third.election)]);
    await first.stop();
    expect(await changed).to.equal(true);
    expect([second, third].filter(({ election }) => election.leading())).to.have.length(1);
  });

  it('waits in no statement and in no transaction, on four connections at most', async () => {
    const [, standby] = [await start(), await start()];
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(() => standby.cache.rows(shelves, {}, { now: new Date(), zone: 'UTC' })),
    );
    const { rows: found } = await outside.query<{ state: string; n: number; open: number }>(
      `SELECT count(*)::int AS n, count(xact_start)::int AS open, count(*) FILTER (WHERE state <> 'idle')::int AS state
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(found[0]).to.deep.include({ open: 0, state: 0 });
    expect(found[0]?.n).to.be.at.most(8);
  });

  it('leaves no connection behind when it stops', async () => {
    await start();
    const second = await start();
    const count = async (): Promise<number> => {
      const sql =
        'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
      return (await outside.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
    };
    const before = await count();
    await second.stop();
    expect(await count()).to.be.below(before);
    await [...instances][0]?.stop();
    while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('goes on leading when its connection breaks and comes back', async () => {
    const [first, second] = [await start(), await start()];
    const changes: string[] = [];
    first.election.onChange((leading) => changes.push(`first ${leading}`));
    second.election.onChange((leading) => changes.push(`second ${leading}`));
    const until = async () =>
      (await outside.query<{ until: string }>('SELECT until::text FROM lease')).rows[0]?.until ?? '';
    const before = await until();
    await outside.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    while ((await until()) === before) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).to.deep.equal([]);
    await first.cache.commit(rows('/after'));
  });

  it('commits nothing any more once another has taken the lease', async () => {
    const first = await start();
    await first.cache.commit(rows('/mine'));
    const { cache } = await start();
    await outside.query(
      `UPDATE lease SET holder = 'another', fence = fence + 1, until = clock_timestamp() + interval '1 hour'`,
    );
    const changed = change(first.election);
    expect(await codeOf(first.cache.commit(rows('/late')))).to.equal('lease_lost');
    expect(await changed).to.equal(false);
    expect(first.election.leading()).to.equal(false);
    expect(await codeOf(first.cache.commit(rows('/later')))).to.equal('lease_lost');
    expect(await ids(cache, shelves)).to.deep.equal(['one//mine']);
    await first.cache.commit({ ...rows('/any'), byAny: true });
  });

  it('is taken over while the leader is silent, as soon as its lease has expired', async () => {
    const first = await start();
    const second = await start();
    await outside.query(
      `UPDATE lease SET holder = 'dead', fence = fence + 1, until = clock_timestamp() + interval '1 second'`,
    );
    const lost = change(first.election);
    expect(await change(second.election)).to.equal(true);
    expect(await lost).to.equal(false);
  });

  it('is not taken over while a commit that has asked ends, and is renewed beside it', async () => {
    const { db } = await start();
    const trx = await db.transaction();
    await fenceOf(db)?.demand(trx);
    const { rows } = await outside.query<{ holder: string; fence: string }>('SELECT holder, fence FROM lease');
    const hold = { holder: rows[0]?.holder ?? '', fence: Number(rows[0]?.fence) };
    expect(await renewLease(outside, hold)).to.equal(true);
    await outside.query('UPDATE lease SET until = clock_timestamp()');
    expect(await takeLease(outside, 'another')).to.equal(null);
    await trx.rollback();
    expect(await takeLease(outside, 'another')).to.deep.equal({ holder: 'another', fence: hold.fence + 1 });
    expect(await renewLease(outside, hold)).to.equal(false);
  });

  it('commits nothing into a table of another version, and leaves the lead to it', async () => {
    const first = await start();
    await first.cache.commit(rows('/mine'));
    await outside.query(`UPDATE ports SET shape = replace(shape, '"days":', '"weeks":') WHERE id = $1`, [shelves.id]);
    const changed = change(first.election);
    expect(await codeOf(first.cache.commit(rows('/mixed')))).to.equal('port_reshaped');
    expect(await changed).to.equal(false);
    const isFree = async () =>
      (await outside.query<{ free: boolean }>('SELECT until < clock_timestamp() AS free FROM lease')).rows[0]?.free;
    while ((await isFree()) !== true) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('tells the others how fresh data is, where a run changed nothing', async () => {
    const [first, second] = [await start(), await start()];
    await first.cache.commit(rows('/mine'));
    const later = '2026-11-21T13:00:00.000Z';
    await first.cache.commit({ ...rows('/mine'), at: later });
    while (second.cache.fetchedAt(shelves.id).get('one') !== later)
      await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it('does not lead beside a version that elects by a lock, and keeps such a one from leading', async () => {
    await outside.query('SELECT pg_advisory_lock($1)', [LEADER_LOCK]);
    const first = await start();
    expect(first.election.leading()).to.equal(false);
    const changed = change(first.election);
    await outside.query('SELECT pg_advisory_unlock($1)', [LEADER_LOCK]);
    expect(await changed).to.equal(true);
    const { rows: won } = await outside.query('SELECT pg_try_advisory_lock($1) AS won', [LEADER_LOCK]);
    expect(won).to.deep.equal([{ won: false }]);
  });
};

if (POSTGRES !== undefined) describe('the instance that syncs, of several on one PostgreSQL', onPostgres);
