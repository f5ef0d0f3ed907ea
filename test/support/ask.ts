import type { AnyPort, Ask, Read } from '@sidelight/plugin-api';
import { source } from './answers.js';

type Row = Readonly<Record<string, unknown>> & { readonly source: string };

/** Answers reads of rows from literal ones, by port, as the daemon would. */
export function askOf(
  ...held: readonly (readonly [port: AnyPort, rows: readonly { readonly source: string }[]])[]
): Ask {
  const tables = new Map(held.map(([port, rows]) => [port.id, rows as readonly Row[]]));
  const answer = (read: Read): unknown => {
    const wanted = Object.entries(read.query?.where ?? {});
    const items = (tables.get(read.port?.id ?? '') ?? []).filter((row) =>
      wanted.every(([field, value]) => [value].flat().includes(row[field])),
    );
    return { items, sources: [...new Set(items.map((row) => row.source))].map((id) => source(id)) };
  };
  return async <Out>(read: Read<Out>): Promise<Out> => answer(read) as Out;
}
