/** Small statements are compiled once for each connection, and answer as if they were compiled each time. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { openDatabase } from '#core/cache/database.js';
import { keepPrepared, type PreparingConnection } from '#core/cache/prepared.js';
import { all, run } from '#core/cache/sql.js';
import { type Place, sqlitePlace } from './caches.js';

describe('statements of SQLite', () => {
  let place: Place;
  let db: Knex;
  beforeEach(async () => {
    place = await sqlitePlace();
    db = await openDatabase(place.location);
    await run(db, 'CREATE TABLE shelf (n integer, name text)');
  });
  afterEach(async () => {
    await db.destroy();
    await place.remove();
  });

  /** The SQL that is compiled to be kept while `act` uses the connection. */
  async function compiled(
    act: (ask: (sql: string, bindings?: readonly unknown[]) => Promise<unknown>) => Promise<void>,
  ) {
    const connection: PreparingConnection = await db.client.acquireConnection();
    const kept: string[] = [];
    const { prepare, all } = connection;
    connection.prepare = (sql, done) => {
      kept.push(sql);
      return prepare.call(connection, sql, done);
    };
    // As the driver made it: what it does by itself is not asked for.
    Reflect.deleteProperty(connection, 'all');
    keepPrepared(connection);
    const ask = (sql: string, bindings: readonly unknown[] = []) =>
      new Promise((resolve, reject) => {
        connection.all(sql, bindings, (error, rows) => (error === null ? resolve(rows) : reject(error)));
      });
    try {
      await act(ask);
      return kept;
    } finally {
      Object.assign(connection, { prepare, all });
      await db.client.releaseConnection(connection);
    }
  }

  it('are compiled once, whatever is bound to them', async () => {
    const kept = await compiled(async (ask) => {
      for (const n of [1, 2, 3]) await ask('INSERT INTO shelf VALUES (?, ?)', [n, `no. ${n}`]);
      for (const n of [1, 3]) {
        expect(await ask('SELECT name FROM shelf WHERE n = ?', [n])).to.deep.equal([{ name: `no. ${n}` }]);
      }
    });
    expect(kept).to.deep.equal(['INSERT INTO shelf VALUES (?, ?)', 'SELECT name FROM shelf WHERE n = ?']);
  });

  it('are not kept with a long text bound to them, nor where they are no rows', async () => {
    const kept = await compiled(async (ask) => {
      await ask('INSERT INTO shelf VALUES (?, ?)', [1, 'x'.repeat(2000)]);
      await ask('PRAGMA user_version');
    });
    expect(kept).to.deep.equal([]);
    expect(await all(db, 'SELECT length(name) AS n FROM shelf')).to.deep.equal([{ n: 2000 }]);
  });

  it('follow a table that has changed', async () => {
    const read = () => all(db, 'SELECT * FROM shelf');
    await run(db, `INSERT INTO shelf VALUES (1, 'a')`);
    expect(await read()).to.deep.equal([{ n: 1, name: 'a' }]);
    await run(db, `ALTER TABLE shelf ADD COLUMN place text DEFAULT 'left'`);
    expect(await read()).to.deep.equal([{ n: 1, name: 'a', place: 'left' }]);
    await run(db, 'DROP TABLE shelf');
    expect(await read().catch((error: Error) => error.message)).to.include('no such table: shelf');
    await run(db, 'CREATE TABLE shelf (name text)');
    expect(await read()).to.deep.equal([]);
  });

  it('hold no table, and no writer, up', async () => {
    await run(db, `INSERT INTO shelf VALUES (1, 'a')`);
    await Promise.all([1, 2, 3].map(() => all(db, 'SELECT * FROM shelf')));
    await db.transaction((trx) => run(trx, 'DELETE FROM shelf'));
    await run(db, 'VACUUM');
    expect(await all(db, 'SELECT * FROM shelf')).to.deep.equal([]);
  });

  it('tell each time what is wrong with them', async () => {
    await run(db, 'CREATE UNIQUE INDEX one_name ON shelf (name)');
    for (const _ of [1, 2]) {
      const wrong = await all(db, 'SELECT colour FROM shelf').catch((error: Error) => error.message);
      expect(wrong).to.include('no such column: colour');
    }
    const insert = () => all(db, 'INSERT INTO shelf VALUES (?, ?)', [1, 'a']).catch((error: Error) => error.message);
    expect(await insert()).to.deep.equal([]);
    expect(await insert()).to.include('UNIQUE constraint failed');
    expect(await insert()).to.include('UNIQUE constraint failed');
    expect(await all(db, 'SELECT n FROM shelf WHERE name = ?', ['a'])).to.deep.equal([{ n: 1 }]);
  });

  it('are let go of when there are many, and with the connection', async () => {
    for (let n = 0; n < 200; n++) expect(await all(db, `SELECT ${n} AS n`)).to.deep.equal([{ n }]);
    expect(await all(db, 'SELECT 0 AS n')).to.deep.equal([{ n: 0 }]);
    const connection: PreparingConnection = await db.client.acquireRawConnection();
    keepPrepared(connection);
    const [wrong] = await new Promise<readonly unknown[]>((resolve) => {
      connection.all('SELECT 1', [], () => connection.close((...told) => resolve(told)));
    });
    expect(wrong).to.equal(null);
  });
});
