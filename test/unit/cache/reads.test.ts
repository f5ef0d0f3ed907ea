import { expect } from 'chai';
import type { Cache, CountedRead, Page, Scope } from '#core/cache/cache.js';
import { AT, append, batch, book, ids, type Loan, loan, replace, SCOPE } from './batches.js';
import { onEachCache } from './on-each-cache.js';
import { books, COUNTED_BOOKS, COUNTED_LOANS, loans } from './ports.js';

const SHELF_1 = [
  book('a', { genre: 'novel', author: 'Zoë', pages: 10, rating: 0.5, addedAt: '2026-11-21T11:50:00Z' }),
  book('b', { genre: 'poetry', author: 'Ann', pages: 20, lent: true, addedAt: '2026-11-21T02:00:00+02:00' }),
  book('c', { genre: 'novel', pages: 30, shelfId: 's2' }),
];
const SHELF_2 = [
  book('a', { genre: 'poetry', author: 'Ann', pages: 5, addedAt: '2026-11-20T23:30:00.000Z' }),
  book('d', { genre: 'science', author: 'ann', pages: 7, lent: true, addedAt: '2026-11-30T00:00:00.000Z' }),
];

async function fill(cache: Cache, counted?: readonly CountedRead[]): Promise<void> {
  await cache.declare(books, counted);
  await cache.commit(batch('north', [replace(books, SHELF_1)]));
  await cache.commit(batch('south', [replace(books, SHELF_2)]));
}

const of = (...sources: string[]): Scope => ({ ...SCOPE, sources });

onEachCache('rows', (subject) => {
  beforeEach(() => fill(subject.cache));

  it('come by source and key, or in the order of the sources that were asked for', async () => {
    const { cache } = subject;
    expect(await ids(cache, books)).to.deep.equal(['north/a', 'north/b', 'north/c', 'south/a', 'south/d']);
    expect(await ids(cache, books, {}, of('south', 'nowhere', 'north'))).to.deep.equal([
      'south/a',
      'south/d',
      'north/a',
      'north/b',
      'north/c',
    ]);
    expect(await ids(cache, books, {}, of())).to.deep.equal([]);
  });

  it('sort by bytes', async () => {
    const { cache } = subject;
    const keys = ['a', 'B', 'ä', '_', '-', '\u{1f600}', '\uffee', '10', '9'];
    await cache.commit(
      batch('north', [
        replace(
          books,
          keys.map((key) => book(key)),
        ),
      ]),
    );
    const sorted = ['-', '10', '9', 'B', '_', 'a', 'ä', '\uffee', '\u{1f600}'];
    expect(await ids(cache, books, {}, of('north'))).to.deep.equal(sorted.map((key) => `north/${key}`));
  });

  it('are filtered by equality of text, numbers, flags and absence', async () => {
    const { cache } = subject;
    expect(await ids(cache, books, { where: { genre: 'novel' } })).to.deep.equal(['north/a', 'north/c']);
    expect(await ids(cache, books, { where: { pages: 7 } })).to.deep.equal(['south/d']);
    expect(await ids(cache, books, { where: { rating: 0.5 } })).to.deep.equal(['north/a']);
    expect(await ids(cache, books, { where: { lent: false, genre: 'poetry' } })).to.deep.equal(['south/a']);
    expect(await ids(cache, books, { where: { author: undefined } })).to.deep.equal(['north/c']);
    expect(await ids(cache, books, { where: { author: "' OR 1=1 --" } })).to.deep.equal([]);
  });

  it('are filtered by sets of text, numbers and flags, however large', async () => {
    const { cache } = subject;
    expect(await ids(cache, books, { where: { id: ['a', 'd', "' OR 1=1 --"] } })).to.deep.equal([
      'north/a',
      'south/a',
      'south/d',
    ]);
    expect(await ids(cache, books, { where: { pages: [7, 30, 31] } })).to.deep.equal(['north/c', 'south/d']);
    expect(await ids(cache, books, { where: { rating: [0.5, 2] } })).to.deep.equal(['north/a']);
    expect(await ids(cache, books, { where: { lent: [true, false] } })).to.have.length(5);
    expect(await ids(cache, books, { where: { lent: [true], genre: ['poetry', 'novel'] } })).to.deep.equal(['north/b']);
    expect(await ids(cache, books, { where: { id: ['a', 'b'] }, newest: 2 }, of('north'))).to.deep.equal([
      'north/a',
      'north/b',
    ]);
    expect(await ids(cache, books, { where: { genre: [] } })).to.deep.equal([]);
    // What lacks the field has none of the values.
    expect(await ids(cache, books, { where: { author: ['Ann', 'ann'] } })).to.have.length(3);
    const many = Array.from({ length: 70_000 }, (_, n) => `none-${n}`);
    expect(await ids(cache, books, { where: { id: [...many, 'c', 'x'.repeat(3000)] } })).to.deep.equal(['north/c']);
  });

  it('come newest first over all sources, those without a time last', async () => {
    const { cache } = subject;
    const all = ['south/d', 'north/a', 'north/b', 'south/a', 'north/c'];
    expect(await ids(cache, books, { newest: 9 })).to.deep.equal(all);
    expect(await ids(cache, books, { newest: 2 })).to.deep.equal(all.slice(0, 2));
    expect(await ids(cache, books, { newest: 2 }, of('north'))).to.deep.equal(['north/a', 'north/b']);
    expect(await ids(cache, books, { newest: 2 }, of('north', 'south'))).to.deep.equal(all.slice(0, 2));
    expect(await ids(cache, books, { newest: 2 }, of())).to.deep.equal([]);
  });

  it('are those of a window that ends now', async () => {
    const { cache } = subject;
    expect(await ids(cache, books, { since: '15m' })).to.deep.equal(['north/a']);
    expect(await ids(cache, books, { since: 'midnight' })).to.deep.equal(['north/a', 'north/b']);
    expect(await ids(cache, books, { since: '24h' })).to.deep.equal(['north/a', 'north/b', 'south/a']);
    const berlin: Scope = { ...SCOPE, zone: 'Europe/Berlin' };
    expect(await ids(cache, books, { since: 'midnight' }, berlin)).to.deep.equal(['north/a', 'north/b', 'south/a']);
  });

  it('cannot be asked for by a field that is not indexed', async () => {
    const error = await subject.cache.rows(books, { where: { title: 'x' } }, SCOPE).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'test.books has no index on title');
  });
});

for (const counted of [true, false]) {
  onEachCache(`tallies and tops, ${counted ? 'counted' : 'not counted'}`, (subject) => {
    beforeEach(() => fill(subject.cache, counted ? COUNTED_BOOKS : undefined));

    it('count the rows of a set, though a counter was asked for that nobody can keep', async () => {
      const { cache } = subject;
      const query = { where: { genre: ['novel', 'poetry'] }, sum: 'pages' };
      await cache.declare(books, [{ kind: 'tally', query }, ...(counted ? COUNTED_BOOKS : [])]);
      expect(await cache.tally(books, query, SCOPE)).to.deep.equal({ count: 4, distinct: 0, sum: 65 });
      await cache.commit(batch('south', [replace(books, [])]));
      expect(await cache.tally(books, query, SCOPE)).to.deep.equal({ count: 3, distinct: 0, sum: 60 });
      expect(await cache.top(books, { by: 'shelfId', where: { id: ['a', 'b'] } }, SCOPE)).to.have.length(1);
    });

    it('count rows and sum a field', async () => {
      const { cache } = subject;
      expect(await cache.tally(books, {}, SCOPE)).to.deep.equal({ count: 5, distinct: 0, sum: 0 });
      expect(await cache.tally(books, { sum: 'pages' }, SCOPE)).to.deep.equal({ count: 5, distinct: 0, sum: 72 });
      expect(await cache.tally(books, { sum: 'pages' }, of('south'))).to.deep.equal({ count: 2, distinct: 0, sum: 12 });
      expect(await cache.tally(books, {}, of())).to.deep.equal({ count: 0, distinct: 0, sum: 0 });
      expect((await cache.tally(books, { where: { genre: 'novel' } }, SCOPE)).count).to.equal(2);
      expect((await cache.tally(books, { where: { genre: 'prose' } }, SCOPE)).count).to.equal(0);
      expect(await cache.tally(books, { where: { lent: true, genre: 'poetry' }, sum: 'pages' }, SCOPE)).to.deep.equal({
        count: 1,
        distinct: 0,
        sum: 20,
      });
      expect((await cache.tally(books, { sum: 'rating' }, SCOPE)).sum).to.equal(0.5);
      expect((await cache.tally(books, { since: '24h', sum: 'pages' }, SCOPE)).sum).to.equal(35);
    });

    it('count different values: ids within their source, all else over all', async () => {
      const { cache } = subject;
      const distinct = async (field: string, rest: object = {}) =>
        (await cache.tally(books, { distinct: field, ...rest }, SCOPE)).distinct;
      expect(await distinct('id')).to.equal(5);
      expect(await distinct('shelfId')).to.equal(3);
      expect(await distinct('genre')).to.equal(3);
      expect(await distinct('author')).to.equal(3);
      expect(await distinct('lent')).to.equal(2);
      expect(await distinct('author', { since: 'midnight' })).to.equal(2);
    });

    it('group by a field, the largest count first', async () => {
      const { cache } = subject;
      expect(await cache.top(books, { by: 'genre', sum: 'pages' }, SCOPE)).to.deep.equal([
        { key: 'novel', source: null, count: 2, distinct: 0, sum: 40 },
        { key: 'poetry', source: null, count: 2, distinct: 0, sum: 25 },
        { key: 'science', source: null, count: 1, distinct: 0, sum: 7 },
      ]);
      const keys = async (query: object, scope = SCOPE) =>
        (await cache.top(books, { by: 'author', ...query }, scope)).map(({ key }) => key);
      expect(await keys({})).to.deep.equal(['Ann', 'Zoë', 'ann']);
      expect(await keys({ limit: 1 })).to.deep.equal(['Ann']);
      expect(await keys({ limit: 3 })).to.deep.equal(['Ann', 'Zoë', 'ann']);
      expect(await keys({}, of('south'))).to.deep.equal(['Ann', 'ann']);
      expect(await keys({ since: '15m' })).to.deep.equal(['Zoë']);
      expect((await cache.top(books, { by: 'lent' }, SCOPE)).map(({ key, count }) => [key, count])).to.deep.equal([
        ['false', 3],
        ['true', 2],
      ]);
      expect((await cache.top(books, { by: 'pages' }, SCOPE)).map(({ key }) => key)).to.deep.equal([
        '10',
        '20',
        '30',
        '5',
        '7',
      ]);
    });

    it('group ids within their source', async () => {
      const groups = await subject.cache.top(books, { by: 'shelfId', sum: 'pages' }, SCOPE);
      expect(groups.map(({ key, source, count, sum }) => [key, source, count, sum])).to.deep.equal([
        ['s1', 'north', 2, 30],
        ['s1', 'south', 2, 12],
        ['s2', 'north', 1, 30],
      ]);
    });

    it('count different values within groups', async () => {
      const groups = await subject.cache.top(books, { by: 'genre', distinct: 'shelfId' }, SCOPE);
      expect(groups.map(({ key, distinct }) => [key, distinct])).to.deep.equal([
        ['novel', 2],
        ['poetry', 2],
        ['science', 1],
      ]);
    });
  });
}

onEachCache('a log', (subject) => {
  it('answers all-time tallies and windows', async () => {
    const { cache } = subject;
    await cache.declare(loans, COUNTED_LOANS);
    await cache.commit(
      batch('north', [
        append(loans, [
          loan('1', '2026-11-21T11:59:00.000Z', { days: 3 }),
          loan('2', '2026-11-01T00:00:00.000Z', { days: 4, reader: 'bob' }),
          loan('3', '2026-11-02T00:00:00.000Z'),
        ]),
      ]),
    );
    expect(await cache.tally(loans, { sum: 'days' }, SCOPE)).to.deep.equal({ count: 3, distinct: 0, sum: 7 });
    expect(await cache.tally(loans, { since: '7d', sum: 'days', distinct: 'reader' }, SCOPE)).to.deep.equal({
      count: 1,
      distinct: 1,
      sum: 3,
    });
    expect(await cache.top(loans, { by: 'reader', sum: 'days' }, SCOPE)).to.deep.equal([
      { key: 'ann', source: null, count: 2, distinct: 0, sum: 3 },
      { key: 'bob', source: null, count: 1, distinct: 0, sum: 4 },
    ]);
  });
});

onEachCache('a log that goes far back', (subject) => {
  const DAYS = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
  const ago = (days: number, ms = 0) => new Date(Date.parse(AT) - days * 86_400_000 + ms).toISOString();

  it('has windows of so many days, to the millisecond', async () => {
    const { cache } = subject;
    await cache.declare(loans, COUNTED_LOANS);
    const edges = Object.values(DAYS).flatMap((days) => [
      loan(`in ${days}`, ago(days)),
      loan(`out ${days}`, ago(days, -1)),
    ]);
    await cache.commit(batch('north', [append(loans, edges)]));
    for (const [index, since] of (Object.keys(DAYS) as (keyof typeof DAYS)[]).entries()) {
      expect((await cache.tally(loans, { since }, SCOPE)).count, since).to.equal(2 * index + 1);
    }
  });

  it('gives single rows by their keys, and all of them page by page', async () => {
    const { cache } = subject;
    await cache.declare(loans, COUNTED_LOANS);
    const long = 'k'.repeat(600);
    await cache.commit(
      batch('north', [
        append(
          loans,
          ['a', 'b', 'c', long].map((id) => loan(id, AT)),
        ),
      ]),
    );
    await cache.commit(batch('south', [append(loans, [loan('a', AT, { reader: 'bob' })])]));
    const named = await cache.named(loans, 'north', ['b', long, 'none']);
    expect(named.map(({ id, reader }) => [id, reader])).to.have.deep.members([
      ['b', 'ann'],
      [long, 'ann'],
    ]);
    expect(await cache.named(loans, 'west', ['a'])).to.deep.equal([]);
    const seen: string[] = [];
    let place: string | null = '';
    while (place !== null) {
      const { items, last }: Page<Loan> = await cache.page(loans, 'north', place, 3);
      seen.push(...items.map(({ id }) => id));
      place = last;
    }
    expect(seen).to.have.members(['a', 'b', 'c', long]);
    expect(seen).to.have.lengthOf(4);
  });
});
