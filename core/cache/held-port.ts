/** Reads a port of a database into memory. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { askOf } from './ask.js';
import type { HeldRow } from './memory-reads.js';
import type { HeldPort } from './memory-rows.js';
import type { PortTable } from './port-table.js';
import { selectRows } from './select.js';
import { rowOf } from './stored-row.js';

export async function heldPort(db: Knex, port: AnyPort, table: PortTable): Promise<HeldPort> {
  const { shape } = table;
  const everything = askOf(shape, {}, { now: new Date(0), zone: 'UTC' });
  const rows = new Map<string, Map<string, HeldRow>>();
  for (const { source, item } of await selectRows(db, table, everything)) {
    const row = { ...rowOf(port, shape, JSON.parse(item)), source };
    rows.set(source, (rows.get(source) ?? new Map<string, HeldRow>()).set(row.key, row));
  }
  return { port, shape, rows };
}
