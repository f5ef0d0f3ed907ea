import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { AT, append, batch, book, loan, patch, replace, SCOPE } from './batches.js';
import { type Place, sqlitePlace } from './caches.js';
import { books, COUNTED_BOOKS, COUNTED_LOANS, loans } from './ports.js';

interface Statement {
  readonly sql: string;
  readonly bindings: readonly (string | number | null)[];
}

/** What keeps the cache fast however much it holds: which statements it sends, and how SQLite goes about them. */
describe('the statements of the cache', () => {
  let place: Place;
  let db: Knex;
  let cache: Cache;
  beforeEach(async () => {
    place = await sqlitePlace();
    db = await openDatabase(place.location);
    cache = await createKnexCache(db);
    await cache.declare(books, COUNTED_BOOKS);
    await cache.declare(loans, COUNTED_LOANS);
  });
  afterEach(async () => {
    await cache.close();
    await db.destroy();
    await place.remove();
  });

  async function sentBy(work: () => Promise<unknown>): Promise<readonly Statement[]> {
    const sent: Statement[] = [];
    const note = ({ sql, bindings }: Statement): void => void sent.push({ sql, bindings });
    db.on('query', note);
    await work();
    db.removeListener('query', note);
    return sent;
  }

  /** How SQLite answers the statements: the words SCAN or SEARCH, and which index. */
  async function plansOf(work: () => Promise<unknown>): Promise<string> {
    const plans: string[] = [];
    for (const { sql, bindings } of await sentBy(work)) {
      const steps: { detail: string }[] = await db.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
      plans.push(...steps.map(({ detail }) => detail));
    }
    return plans.join('\n');
  }

  const writes = (statements: readonly Statement[]): readonly string[] =>
    statements.map(({ sql }) => sql).filter((sql) => /(INSERT INTO|UPDATE|DELETE FROM) ("rows_|counters)/.test(sql));

  it('write no row when nothing differs', async () => {
    const items = Array.from({ length: 3000 }, (_, i) => book(`b${i}`));
    await cache.commit(batch('one', [replace(books, items)]));
    for (const change of [replace(books, items), patch(books, items, ['never'])]) {
      expect(writes(await sentBy(() => cache.commit(batch('one', [change]))))).to.deep.equal([]);
    }
  });

  it('write nothing at all when nothing differs: how fresh the rows are waits for the next commit', async () => {
    const items = [book('b')];
    await cache.commit(batch('one', [replace(books, items)]));
    const idle = await sentBy(() => cache.commit(batch('one', [replace(books, items)]), batch('two', [])));
    expect(
      idle.map(({ sql }) => sql).filter((sql) => /INSERT|DELETE|UPDATE (?!meta SET value = value)/.test(sql)),
    ).to.deep.equal([]);
    const busy = await sentBy(() => cache.commit(batch('two', [replace(books, items)])));
    const fresh = busy
      .filter(({ sql }) => /INSERT INTO freshness/.test(sql) && sql.includes('excluded'))
      .map(({ bindings }) => String(bindings[0]));
    expect(fresh.join()).to.match(/"one".*"two"/);
  });

  it('are few, and no more for more rows than fit into them', async () => {
    const commit = (count: number) => {
      const items = Array.from({ length: count }, (_, i) => book(`b${count}-${i}`));
      return sentBy(() => cache.commit(batch('one', [patch(books, items)])));
    };
    expect((await commit(400)).length).to.equal((await commit(4)).length);
  });

  it('answer what is counted without a look at the rows', async () => {
    const sent = await sentBy(async () => {
      for (const scope of [SCOPE, { ...SCOPE, sources: ['one', 'two'] }]) {
        for (const { kind, query } of COUNTED_BOOKS) await cache[kind](books, query, scope);
        for (const { kind, query } of COUNTED_LOANS) await cache[kind](loans, query, scope);
        await cache.tally(books, {}, scope);
      }
    });
    expect(sent).to.have.length(2 * (COUNTED_BOOKS.length + COUNTED_LOANS.length + 1));
    expect(sent.filter(({ sql }) => sql.includes('rows_'))).to.deep.equal([]);
  });

  it('look for the values that a commit has moved, and for no others, to tell apart those that are counted', async () => {
    const shelved = Array.from({ length: 50 }, (_, i) => book(`b${i}`, { shelfId: `s${i}` }));
    const [first = book('b0'), ...others] = shelved;
    await cache.commit(batch('one', [replace(books, shelved)]));
    const commit = (item: typeof first) => cache.commit(batch('one', [replace(books, [item, ...others])]));
    const toldApart = (sent: readonly Statement[]) => sent.filter(({ sql }) => /SELECT .* AS value, COUNT/.test(sql));

    const renamed = { ...first, title: 'Another' };
    expect(toldApart(await sentBy(() => commit(renamed)))).to.deep.equal([]);
    const moved = toldApart(await sentBy(() => commit({ ...renamed, shelfId: 's1' })));
    expect(moved.map(({ bindings }) => bindings[1])).to.deep.equal(['["s0","s1"]']);
    for (const { sql, bindings } of moved) {
      const steps: { detail: string }[] = await db.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
      expect(steps.map(({ detail }) => detail).join('\n')).to.match(/SEARCH rows_.*\(f_shelfId=\? AND source=\?/);
    }
  });

  it('find windows, the newest and single rows by an index', async () => {
    await cache.commit(batch('one', [append(loans, [loan('1', AT)])]));
    const windows = [
      () => cache.tally(loans, { since: '7d' }, SCOPE),
      () => cache.tally(loans, { since: 'midnight', distinct: 'reader', where: { reader: 'ann' } }, SCOPE),
      () => cache.top(loans, { by: 'reader', since: '7d', sum: 'days' }, SCOPE),
      () => cache.rows(loans, { since: '24h' }, { ...SCOPE, sources: ['one', 'two'] }),
    ];
    for (const window of windows) expect(await plansOf(window)).to.match(/SEARCH rows_.*[( ]at>\?/);
    const others = [
      () => cache.rows(loans, { newest: 3 }, SCOPE),
      () => cache.rows(loans, { newest: 3 }, { ...SCOPE, sources: ['one', 'two'] }),
      () => cache.rows(loans, { where: { bookId: 'b1' } }, SCOPE),
      () => cache.rows(loans, { where: { bookId: ['b1', 'b2'] } }, SCOPE),
      () => cache.rows(books, { where: { author: ['Ann', 'Bob'] } }, SCOPE),
    ];
    const some = { ...SCOPE, sources: ['one', 'two'] };
    expect(await plansOf(() => cache.top(loans, { by: 'bookId', sum: 'days' }, some))).to.match(/COVERING INDEX/);
    for (const other of others) expect(await plansOf(other)).to.not.match(/SCAN rows_/);
  });
});
