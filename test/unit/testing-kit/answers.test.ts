/** What the kit gives to a render is what the daemon would give. */
import { type AnyPort, cached, digest, live, type Read, tally, top } from '@sidelight/plugin-api';
import { answersTo, type Scene } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { createMemoryCache } from '#core/cache/memory.js';
import { append, batch, book, loan, replace, SCOPE } from '../cache/batches.js';
import { books, loans } from '../cache/ports.js';

const BOOKS = [
  book('b', { genre: 'novel', author: 'Zoë', pages: 10, rating: 0.5, addedAt: '2026-11-21T11:50:00Z' }),
  book('a', { genre: 'poetry', author: 'Ann', pages: 20, lent: true, addedAt: '2026-11-21T02:00:00+02:00' }),
  book('c', { genre: 'novel', pages: 30, shelfId: 's2' }),
  book('d', { genre: 'science', author: 'Ann', pages: 7, lent: true, addedAt: '2026-11-30T00:00:00.000Z' }),
];
const LOANS = [
  loan('1', '2026-11-21T11:55:00.000Z', { reader: 'ann', days: 3 }),
  loan('2', '2026-11-21T00:30:00.000Z', { reader: 'bob', days: 4 }),
  loan('3', '2026-11-16T12:00:00.000Z', { reader: 'ann' }),
];

const READS: Readonly<Record<string, Read & { readonly port: AnyPort }>> = Object.fromEntries(
  Object.entries({
    all: cached(books),
    novels: cached(books, { where: { genre: 'novel' } }),
    lent: cached(books, { where: { lent: true } }),
    newest: cached(books, { newest: 2 }),
    today: cached(books, { since: 'midnight' }),
    count: tally(books),
    authors: tally(books, { distinct: 'author', sum: 'pages' }),
    soon: tally(loans, { since: '15m' }),
    week: tally(loans, { since: '7d', sum: 'days' }),
    byGenre: top(books, { by: 'genre', sum: 'pages' }),
    byShelf: top(books, { by: 'shelfId', distinct: 'author' }),
    byReader: top(loans, { by: 'reader', since: '24h', limit: 1 }),
  }).map(([name, read]) => [name, { ...read, port: read.port ?? books }]),
);

const scene: Scene = {
  source: 'north',
  now: SCOPE.now,
  zone: SCOPE.zone,
  cached: (port) => (port.id === books.id ? BOOKS : LOANS),
  live: () => [BOOKS[0] ?? {}],
};

describe('answers for a render', () => {
  it('are those of the cache', async () => {
    const cache = createMemoryCache();
    await cache.declare(books);
    await cache.declare(loans);
    await cache.commit(batch('north', [replace(books, BOOKS), append(loans, LOANS)]));
    const answers = answersTo(READS, scene);
    for (const [name, { kind, port, query = {} }] of Object.entries(READS)) {
      if (kind === 'rows') {
        const { items } = answers[name] as { readonly items: readonly object[] };
        expect(items, name).to.deep.equal(await cache.rows(port, query, SCOPE));
      } else {
        const held = await (kind === 'tally' ? cache.tally(port, query, SCOPE) : cache.top(port, query, SCOPE));
        expect(answers[name], name).to.deep.equal(held);
      }
    }
  });

  it('take any of several values where a read filters by a set', () => {
    const read = { ...cached(books), query: { where: { genre: ['poetry', 'science'] } } };
    const { items } = answersTo({ read }, scene)['read'] as { readonly items: readonly { readonly id: string }[] };
    expect(items.map(({ id }) => id)).to.deep.equal(['a', 'd']);
  });

  it('are of the integration where it is asked live, of nobody where there is none, and empty for a digest', () => {
    const reads = { now: live(books), digest: digest() };
    expect(answersTo(reads, scene)).to.have.nested.property('now.items[0].source', 'north');
    const alone = answersTo(reads, { ...scene, source: undefined });
    expect(alone).to.deep.equal({ now: { items: [], sources: [] }, digest: [] });
  });

  it('cannot be changed', () => {
    const { items } = answersTo({ all: cached(books) }, scene)['all'] as { items: { name: string }[] };
    expect(() => items.reverse()).to.throw(TypeError);
    expect(() => Object.assign(items[0] ?? {}, { title: '' })).to.throw(TypeError);
  });
});
