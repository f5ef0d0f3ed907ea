/** What reads come to over a few rows, by looking at each: enough to see whether a render takes them. */
import type { AnyPort } from '../../port.js';
import type { Group, Query, Read, Reads, SourceState, Tally } from '../../read.js';

export type ItemsOf = (port: AnyPort) => readonly object[];
type Item = Readonly<Record<string, unknown>>;

/** Every answer frozen, as a render of the daemon gets them. @param source whose rows they are */
export function answersOf(reads: Reads, items: ItemsOf, source: string): Readonly<Record<string, unknown>> {
  const answers = Object.entries(reads).map(([name, read]) => [name, answerOf(read, items, source)] as const);
  return frozen(Object.fromEntries(answers));
}

function answerOf({ kind, port, query = {} }: Read, items: ItemsOf, source: string): unknown {
  if (kind === 'digest' || port === undefined) return [];
  const found = (items(port) as readonly Item[]).filter((item) => isMeant(item, query));
  if (kind === 'tally') return tallyOf(found, query);
  if (kind === 'top') return groupsOf(found, query, source);
  const rows = found.slice(0, query.newest).map((item) => ({ ...item, source }));
  const sources: readonly SourceState[] = [{ id: source, state: 'ok', fetchedAt: '2026-01-01T00:00:00.000Z' }];
  return { items: rows, sources };
}

const isMeant = (item: Item, { where = {} }: Query): boolean =>
  Object.entries(where).every(([field, value]) =>
    Array.isArray(value) ? value.includes(item[field]) : item[field] === value,
  );

const tallyOf = (items: readonly Item[], { distinct, sum }: Query): Tally => ({
  count: items.length,
  distinct: distinct === undefined ? 0 : new Set(items.map((item) => item[distinct])).size,
  sum: sum === undefined ? 0 : items.reduce((total, item) => total + Number(item[sum] ?? 0), 0),
});

function groupsOf(items: readonly Item[], query: Query, source: string): readonly Group[] {
  const { by = '', limit } = query;
  const keys = [...new Set(items.flatMap((item) => (item[by] === undefined ? [] : [String(item[by])])))];
  const groups = keys.map((key) => {
    const members = items.filter((item) => String(item[by]) === key);
    return { key, source: /(^i|I)d$/.test(by) ? source : null, ...tallyOf(members, query) };
  });
  return groups.sort((a, b) => b.count - a.count).slice(0, limit);
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
