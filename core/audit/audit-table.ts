/** The table `audit`: who did what, and what came of it. */
import type { Knex } from 'knex';
import { run } from '../cache/sql.js';

/**
 * What a row is about. `refusal`: a sign-in that was refused. Strangers can cause any number of these, so they are counted
 * apart: they push nothing else out.
 */
export const AUDIT_KINDS = ['action', 'key', 'sign-in', 'refusal'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export interface AuditEntry {
  /** ISO. */
  readonly at: string;
  readonly kind: AuditKind;
  /** Name of a key or of a person; '' where nobody knows. */
  readonly who: string;
  /** The beginning of the key; '' where it was none. */
  readonly keyPrefix: string;
  /** null: of no request. */
  readonly address: string | null;
  /** The path of an action; of everything else a word: `key.made`. */
  readonly route: string;
  readonly target: string | null;
  /** `ok`, or the code of the refusal. */
  readonly result: string;
}

export interface AuditRow extends AuditEntry {
  readonly id: number;
}

export interface AuditQuery {
  /** Not given: all. */
  readonly kinds?: readonly AuditKind[];
  /** ISO. */
  readonly since?: string;
  /** Older than the row with this id. */
  readonly before?: number;
  /** Somewhere in who, key, address, route or target. */
  readonly text?: string;
  readonly most: number;
}

interface Stored {
  readonly id: number;
  readonly at: string;
  readonly kind: AuditKind;
  readonly who: string;
  readonly key_prefix: string;
  readonly address: string | null;
  readonly route: string;
  readonly target: string | null;
  readonly result: string;
}

const TABLE = 'audit';
const SEARCHED = ['who', 'key_prefix', 'address', 'route', 'target'];

export class AuditTable {
  constructor(private readonly db: Knex) {}

  async insert({ keyPrefix, ...entry }: AuditEntry): Promise<void> {
    await this.db(TABLE).insert({ ...entry, key_prefix: keyPrefix });
  }

  /** The newest first. */
  async list({ kinds, since, before, text, most }: AuditQuery): Promise<readonly AuditRow[]> {
    const query = this.db<Stored>(TABLE).orderBy('id', 'desc').limit(most);
    if (kinds !== undefined) void query.whereIn('kind', [...kinds]);
    if (since !== undefined) void query.where('at', '>=', since);
    if (before !== undefined) void query.where('id', '<', before);
    if (text !== undefined) {
      const part = `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      const either = SEARCHED.map((column) => `lower(${column}) LIKE ? ESCAPE '\\'`).join(' OR ');
      void query.whereRaw(
        `(${either})`,
        SEARCHED.map(() => part),
      );
    }
    const rows: readonly Stored[] = await query;
    return rows.map(({ key_prefix: keyPrefix, ...row }) => ({ ...row, keyPrefix }));
  }

  /** @param most rows of each kind that stay */
  async prune(oldest: string, most: number): Promise<void> {
    await this.db(TABLE).where('at', '<', oldest).delete();
    for (const kind of AUDIT_KINDS) {
      await run(
        this.db,
        `DELETE FROM ${TABLE} WHERE kind = ? AND id <= (SELECT id FROM ${TABLE} WHERE kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
        [kind, kind, most],
      );
    }
  }
}
