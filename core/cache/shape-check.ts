/** Instances of two versions on one database: rows of one shape never meet a table of another. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import type { Target } from './commit.js';
import { shapeOf } from './shape.js';
import { all, isOneOf } from './sql.js';

const TEXTS = new WeakMap<AnyPort, string>();

function textOf(port: AnyPort): string {
  const text = TEXTS.get(port) ?? JSON.stringify(shapeOf(port));
  TEXTS.set(port, text);
  return text;
}

/**
 * Within the transaction that writes rows of these ports, which declaring waits for.
 * @param onOther called when another version has changed a table for good
 * @throws port_reshaped
 */
export async function demandShapes(trx: Knex, targets: readonly Target[], onOther: () => void): Promise<void> {
  const ids = targets.map(({ port }) => port.id);
  if (ids.length === 0) return;
  const sql = `SELECT id, serial, shape FROM ports WHERE ${isOneOf(trx, 'id')}`;
  const rows = await all<{ id: string; serial: number; shape: string }>(trx, sql, [JSON.stringify(ids)]);
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const { port, table } of targets) {
    const row = stored.get(port.id);
    const isOurs = row?.shape === textOf(port);
    if (isOurs && row.serial === table.serial) continue;
    if (!isOurs) onOther();
    throw new CodedError('port_reshaped', `Another instance has changed the table of ${port.id}`);
  }
}
