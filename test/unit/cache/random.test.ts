import { expect } from 'chai';
import type { Batch, Cache, Change } from '#core/cache/cache.js';
import { createMemoryCache } from '#core/cache/memory.js';
import { dice } from '../../support/random.js';
import { AT, append, batch, book, loan, patch, replace, SCOPE } from './batches.js';
import { KINDS } from './caches.js';
import { books, COUNTED_BOOKS, COUNTED_LOANS, loans } from './ports.js';

const DAY_MS = 86_400_000;

const SOURCES = ['one', 'two', 'three'];
const GENRES = ['novel', 'poetry', 'science'] as const;

/** Random changes over few keys, so that they meet often. */
function worldOf(seed: number) {
  const roll = dice(seed);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[roll(list.length)] ?? list[0];
  const time = () => new Date(Date.parse(AT) - roll(45 * 24) * 3_600_000).toISOString();
  const someBooks = () =>
    Array.from({ length: roll(30) }, () =>
      book(`b${roll(40)}`, {
        genre: pick(GENRES),
        shelfId: `s${roll(3)}`,
        pages: roll(4),
        lent: roll(2) === 0,
        ...(roll(3) === 0 ? {} : { author: pick(['Ann', 'Bob', 'Zoë', 'x'.repeat(600)]) }),
        ...(roll(3) === 0 ? {} : { rating: roll(4) / 2 }),
        ...(roll(3) === 0 ? {} : { addedAt: time() }),
      }),
    );
  const someLoans = () =>
    Array.from({ length: roll(20) }, () =>
      loan(`l${roll(60)}`, time(), {
        reader: pick(['ann', 'bob', 'cy']),
        bookId: `b${roll(5)}`,
        ...(roll(2) === 0 ? {} : { days: roll(9) - 3 }),
      }),
    );
  const change = (): Change => {
    const kind = roll(4);
    if (kind === 0) return replace(books, someBooks());
    if (kind === 1) return append(loans, someLoans());
    const removed = Array.from({ length: roll(10) }, () => `b${roll(40)}`);
    return patch(books, someBooks(), removed);
  };
  const randomBatch = (): Batch =>
    batch(SOURCES[roll(3)] ?? 'one', Array.from({ length: 1 + roll(3) }, change), { task: `t${roll(2)}` });
  return { roll, randomBatch };
}

const QUERIES = [
  {},
  { sum: 'pages' },
  { distinct: 'author' },
  { distinct: 'shelfId', where: { lent: true } },
  { since: '7d', sum: 'pages', distinct: 'genre' },
  { since: '24h', where: { genre: 'novel' } },
  { since: 'midnight', sum: 'pages' },
  { where: { author: ['Ann', 'x'.repeat(600)], pages: [1, 2] }, sum: 'pages', distinct: 'shelfId' },
  ...COUNTED_BOOKS.map(({ query }) => query),
] as const;

const TOPS = [
  { by: 'genre', distinct: 'shelfId', sum: 'pages' },
  { by: 'author', since: '7d', limit: 2 },
  { by: 'shelfId', since: '30d', sum: 'pages', distinct: 'author' },
  { by: 'lent', since: '7d', sum: 'rating' },
  { by: 'shelfId', distinct: 'author', where: { lent: false } },
  { by: 'pages', sum: 'pages' },
  { by: 'genre', where: { lent: [true], rating: [0.5, 1] } },
  ...COUNTED_BOOKS.filter(({ kind }) => kind === 'top').map(({ query }) => query as { by: string }),
] as const;

/** Everything that can be asked, of all sources, of some, and of all but some. */
async function answersOf(cache: Cache, now: Date): Promise<unknown> {
  const answers: unknown[] = [];
  const all = { ...SCOPE, now };
  for (const scope of [all, { ...all, sources: ['three', 'one'] }, { ...all, except: ['two'] }]) {
    answers.push(await cache.rows(books, {}, scope), await cache.rows(loans, { newest: 7 }, scope));
    for (const query of QUERIES) if (!('by' in query)) answers.push([query, await cache.tally(books, query, scope)]);
    for (const query of TOPS) answers.push([query, await cache.top(books, query, scope)]);
    answers.push(await cache.tally(loans, { sum: 'days' }, scope));
    answers.push(await cache.top(loans, { by: 'reader', sum: 'days' }, scope));
  }
  for (const source of SOURCES) answers.push([...(await cache.held(books.id, source))].sort());
  return answers;
}

for (const { name, open } of KINDS) {
  if (name === 'memory') continue;
  describe(`random batches: ${name}`, () => {
    for (const seed of [1, 2, 3]) {
      it(`give the same answers as memory does, counted or not (seed ${seed})`, async () => {
        const opened = await open();
        try {
          const { cache } = opened;
          const memory = createMemoryCache();
          for (const each of [cache, memory]) {
            await each.declare(books, COUNTED_BOOKS);
            await each.declare(loans, COUNTED_LOANS);
          }
          const { roll, randomBatch } = worldOf(seed);
          for (let round = 0; round < 40; round++) {
            const next = randomBatch();
            expect([...(await cache.commit(next))]).to.have.members([...(await memory.commit(next))]);
            if (round % 13 === 12) {
              const [from, to] = [SOURCES[roll(3)] ?? 'one', SOURCES[roll(3)] ?? 'two'];
              for (const each of [cache, memory]) await each.rename(from, to);
              expect(await cache.prune(new Date(AT))).to.equal(await memory.prune(new Date(AT)));
            }
            // Windows move on with the rounds, and once back: what is later enters them, what is older leaves.
            const now = new Date(Date.parse(AT) - 20 * DAY_MS + ((round * 17) % 530) * 3_600_000 + roll(60_000));
            if (round % 2 === 0) expect(await answersOf(cache, now)).to.deep.equal(await answersOf(memory, now));
          }
          const now = new Date(AT);
          const counted = await answersOf(cache, now);
          expect(counted).to.deep.equal(await answersOf(memory, now));
          for (const port of [books, loans]) await cache.declare(port, []);
          expect(await answersOf(cache, now)).to.deep.equal(counted);
        } finally {
          await opened.close();
        }
      });
    }
  });
}
