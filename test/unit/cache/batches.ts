/** Short ways to say what a run publishes. */
import type { AnyPort, ItemIn, ItemOf } from '@sidelight/plugin-api';
import type { Batch, Cache, Change, Scope } from '#core/cache/cache.js';
import type { books, loans } from './ports.js';

export const AT = '2026-11-21T12:00:00.000Z';
export const SCOPE: Scope = { now: new Date(AT), zone: 'UTC' };

export const batch = (source: string, changes: readonly Change[], rest: Partial<Batch> = {}): Batch => ({
  source,
  task: 'task',
  at: AT,
  fills: changes.map(({ port }) => port),
  changes,
  ...rest,
});

export const replace = (port: AnyPort, items: readonly object[]): Change => ({ port: port.id, kind: 'replace', items });
export const append = (port: AnyPort, items: readonly object[]): Change => ({ port: port.id, kind: 'append', items });
export const patch = (port: AnyPort, upsert: readonly object[], remove: readonly string[] = []): Change => ({
  port: port.id,
  kind: 'patch',
  upsert,
  remove,
});

export type Book = ItemOf<typeof books>;
export type Loan = ItemOf<typeof loans>;

export const book = (id: string, rest: Partial<Book> = {}): Book => ({
  id,
  title: `Book ${id}`,
  genre: 'novel',
  shelfId: 's1',
  pages: 100,
  lent: false,
  ...rest,
});

export const loan = (id: string, at: string, rest: Partial<ItemIn<typeof loans>> = {}): Loan =>
  ({ id, reader: 'ann', bookId: 'b1', at, ...rest }) as Loan;

/** Ids of the rows of a port with their source, in the order of the read. */
export async function ids(cache: Cache, port: AnyPort, query: object = {}, scope: Scope = SCOPE): Promise<string[]> {
  const rows: readonly object[] = await cache.rows(port, query, scope);
  return rows.map((row) => {
    const { source, ...item } = row as { source: string };
    return `${source}/${port.key(item)}`;
  });
}
