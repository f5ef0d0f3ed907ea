/** A first run that goes on writes rows alone: the indexes are made once, when it has ended, and at the latest with the next start. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { batch, book, ids, patch } from './batches.js';
import { type Place, sqlitePlace } from './caches.js';
import { books } from './ports.js';

describe('the indexes of a table that a first run fills', () => {
  let place: Place;
  let db: Knex;
  let cache: Cache;
  let whole: number;
  beforeEach(async () => {
    place = await sqlitePlace();
    db = await openDatabase(place.location);
    cache = await createKnexCache(db);
    await cache.declare(books);
    whole = await indexes();
  });
  afterEach(async () => {
    await cache.close();
    await db.destroy();
    await place.remove();
  });

  async function indexes(): Promise<number> {
    const sql = `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name LIKE 'rows_%' AND sql IS NOT NULL`;
    return ((await db.raw(sql)) as unknown[]).length;
  }
  const slice = (n: number) => batch('one', [patch(books, [book(`b${n}`)])], { fills: [], cursor: String(n) });

  it('are made when it has ended, and are all that there were', async () => {
    await cache.commit(slice(1));
    expect(await indexes()).to.equal(0);
    await cache.commit(slice(2));
    expect(await indexes()).to.equal(0);
    await cache.commit(batch('one', [], { fills: [books.id] }));
    expect(await indexes()).to.equal(whole);
    expect(await ids(cache, books, { where: { genre: 'novel' } })).to.deep.equal(['one/b1', 'one/b2']);
  });

  it('come with a log that goes into the file seldom until then', async () => {
    const pages = async (): Promise<unknown> => ((await db.raw('PRAGMA wal_autocheckpoint')) as object[])[0];
    const usual = await pages();
    await cache.commit(slice(1));
    expect(await pages()).to.deep.equal({ wal_autocheckpoint: 32_000 });
    await cache.commit(batch('one', [], { fills: [books.id] }));
    expect(await pages()).to.deep.equal(usual);
  });

  it('stay where rows are there already, or the run ends at once', async () => {
    await cache.commit(batch('one', [patch(books, [book('a')])]));
    await cache.commit(batch('two', [patch(books, [book('b')])], { fills: [], cursor: '1' }));
    expect(await indexes()).to.equal(whole);
  });

  it('are made for whoever else writes to the table', async () => {
    await cache.commit(slice(1));
    await cache.commit(batch('two', [patch(books, [book('b')])]));
    expect(await indexes()).to.equal(whole);
  });

  it('are made by the next start, when the process did not live to do it', async () => {
    await cache.commit(slice(1));
    const again = await createKnexCache(db);
    expect(await indexes()).to.equal(whole);
    await again.close();
    await cache.commit(batch('one', [patch(books, [book('z')])]));
    expect(await indexes()).to.equal(whole);
  });

  it('stay as they were when the commit fails', async () => {
    const wrong = batch('two', [patch({ ...books, id: 'test.nowhere' }, [book('x')])]);
    expect(await cache.commit(slice(1), wrong).catch((error: Error) => error)).to.be.instanceOf(Error);
    expect(await indexes()).to.equal(whole);
    await cache.commit(batch('one', [patch(books, [book('a')])]));
    expect(await indexes()).to.equal(whole);
  });
});
