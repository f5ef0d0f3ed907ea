/** What a database says when it is asked as the daemon asks it. */
import { createHash } from 'node:crypto';
import type { Query } from '@sidelight/plugin-api';
import { groupBy } from '#core/cache/lists.js';
import type { Household } from './household.js';

export interface Question {
  readonly kind: 'tally' | 'top';
  readonly port: string;
  readonly query: Query;
}

export interface PortRows {
  readonly count: number;
  /** Of all rows, in their order. */
  readonly digest: string;
  readonly first: unknown;
  readonly last: unknown;
}

/** Port → source → its rows. */
export type AllRows = Readonly<Record<string, Readonly<Record<string, PortRows>>>>;

type Asked = Pick<Household, 'cache' | 'ports' | 'registry'>;

export const scopeAt = (at: string, sources?: readonly string[]) => ({
  now: new Date(at),
  zone: 'UTC',
  ...(sources === undefined ? {} : { sources }),
});

export async function rowsOf({ cache, ports }: Asked, at: string): Promise<AllRows> {
  const all: Record<string, Record<string, PortRows>> = {};
  for (const port of ports.values()) {
    const bySource = groupBy(await cache.rows(port, {}, scopeAt(at)), ({ source }) => source);
    all[port.id] = Object.fromEntries([...bySource].map(([source, rows]) => [source, summaryOf(rows)]));
  }
  return all;
}

const summaryOf = (rows: readonly unknown[]): PortRows => ({
  count: rows.length,
  digest: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
  first: rows[0],
  last: rows.at(-1),
});

/** Port → source → ISO time when it was last good. */
export const freshnessOf = ({ cache, ports }: Asked): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries([...ports.keys()].map((port) => [port, Object.fromEntries(cache.fetchedAt(port))]));

/** Every tally and top that a widget, a summary or a digest rule asks for, once. */
export function questionsOf({ registry }: Asked): readonly Question[] {
  const asked = registry.reads().flatMap(({ kind, port, query = {} }): Question[] => {
    if (port === undefined || (kind !== 'tally' && kind !== 'top')) return [];
    return [{ kind, port: port.id, query }];
  });
  return [...new Map(asked.map((question) => [JSON.stringify(question), question])).values()];
}

export async function answerOf(
  { cache, ports }: Pick<Asked, 'cache' | 'ports'>,
  { kind, port: id, query }: Question,
  at: string,
  sources?: readonly string[],
): Promise<unknown> {
  const port = ports.get(id);
  if (port === undefined) throw new Error(`the port ${id} is not declared any more`);
  return cache[kind](port, query, scopeAt(at, sources));
}
