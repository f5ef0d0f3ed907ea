/** A first run that goes on writes rows alone: the indexes are made once, when it has ended, and at the latest with the next start. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { batch, book, ids, patch, SCOPE } from './batches.js';
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

  it('are made as soon as the run tells a key again, and no row is there twice', async () => {
    await cache.commit(slice(1));
    await cache.commit(slice(2));
    await cache.commit(batch('one', [patch(books, [book('b1', { genre: 'poetry' })])], { fills: [], cursor: '3' }));
    expect(await indexes()).to.equal(whole);
    expect(await ids(cache, books)).to.deep.equal(['one/b1', 'one/b2']);
    expect(await ids(cache, books, { where: { genre: 'poetry' } })).to.deep.equal(['one/b1']);
    expect((await cache.tally(books, {}, SCOPE)).count).to.equal(2);
  });

  it('are made where the run removes what it has told', async () => {
    await cache.commit(slice(1));
    await cache.commit(batch('one', [patch(books, [], ['b1'])], { fills: [], cursor: '2' }));
    expect(await indexes()).to.equal(whole);
    expect(await ids(cache, books)).to.deep.equal([]);
  });

  it('are not needed by two sources with the same keys', async () => {
    await cache.commit(slice(1));
    await cache.commit(batch('two', [patch(books, [book('b1')])], { fills: [], cursor: '1' }));
    expect(await indexes()).to.equal(0);
    expect(await ids(cache, books)).to.deep.equal(['one/b1', 'two/b1']);
  });

  it('are not needed to tell which rows there are, and which not', async () => {
    for (const n of [1, 2, 3]) await cache.commit(slice(n));
    expect(await indexes()).to.equal(0);
    expect(await cache.held(books.id, 'one')).to.deep.equal(new Set(['b1', 'b2', 'b3']));
    expect(await cache.held(books.id, 'two')).to.deep.equal(new Set());
    expect((await cache.named(books, 'one', ['b2', 'b9'])).map(({ id }) => id)).to.deep.equal(['b2']);
  });

  it('are made for whoever goes through the rows by key', async () => {
    await cache.commit(slice(1));
    expect((await cache.page(books, 'one', '', 10)).items).to.have.lengthOf(1);
    await cache.commit(slice(2));
    expect(await indexes()).to.equal(whole);
  });

  it('are made when rows went to another source, whose keys were not noted', async () => {
    await cache.commit(slice(1));
    await cache.rename('one', 'two');
    await cache.commit(batch('two', [patch(books, [book('b1', { genre: 'poetry' })])], { fills: [], cursor: '2' }));
    expect(await ids(cache, books)).to.deep.equal(['two/b1']);
    expect((await cache.tally(books, {}, SCOPE)).count).to.equal(1);
  });

  it('are none but that of the primary key in a table of earlier days', async () => {
    const [{ sql, name } = { sql: '', name: '' }] = (await db.raw(
      `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'rows_%_test_books'`,
    )) as { name: string; sql: string }[];
    await cache.close();
    await db.raw(`DROP TABLE "${name}"`);
    await db.raw(sql.replace(/\)$/, ', PRIMARY KEY (source, key))'));
    cache = await createKnexCache(db);
    await cache.declare(books);
    expect(await indexes()).to.equal(whole - 1);
    await cache.commit(slice(1));
    expect(await indexes()).to.equal(0);
    await cache.commit(slice(2));
    await cache.commit(batch('one', [], { fills: [books.id] }));
    expect(await indexes()).to.equal(whole - 1);
    await cache.commit(batch('one', [patch(books, [book('b1', { genre: 'poetry' })])]));
    expect(await ids(cache, books)).to.deep.equal(['one/b1', 'one/b2']);
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
