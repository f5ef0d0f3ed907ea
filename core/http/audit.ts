import type { Knex } from 'knex';
import type { ErrorId } from '../errors.js';

export interface AuditEntry {
  readonly at: string;
  readonly keyPrefix: string;
  readonly address: string;
  readonly route: string;
  readonly target: string;
  readonly result: 'ok' | ErrorId;
}

/** One row for each action that a key asked for, done or not. */
export async function recordAction(db: Knex, entry: AuditEntry): Promise<void> {
  await db('audit').insert({
    at: entry.at,
    key_prefix: entry.keyPrefix,
    address: entry.address,
    route: entry.route,
    target: entry.target,
    result: entry.result,
  });
}
