/** The table `api_keys`. */
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import { isViewers, type Privacy, privacyOf } from '../settings/privacy.js';
import { isScope, type KeyScope, type StoredKey } from './api-key.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly scope: string;
  readonly widgets: string | null;
  readonly actions: string | null;
  readonly networks: string | null;
  readonly per_minute: number | null;
  readonly viewers: string | null;
  readonly addresses: string | null;
  readonly expires_at: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_from: string | null;
  /** PostgreSQL returns large integers as text. */
  readonly use_count: number | string;
}

/** What became of a key since the last write. */
export interface Use {
  count: number;
  at: Date;
  from: string;
}

const TABLE = 'api_keys';
/** So many are remembered: a tile that shows an older one is told that its key is unknown. */
const REVOKED = 1000;

export class KeyTable {
  constructor(private readonly db: Knex) {}

  /** Those that are not revoked, oldest first. */
  async all(): Promise<readonly StoredKey[]> {
    const rows: Row[] = await this.db<Row>(TABLE).whereNull('revoked_at').orderBy('created_at').orderBy('id');
    return rows.map(keyOf);
  }

  /** Hashes of those that were revoked last. */
  async revoked(): Promise<readonly string[]> {
    const rows: Pick<Row, 'hash'>[] = await this.db<Row>(TABLE)
      .whereNotNull('revoked_at')
      .orderBy('revoked_at', 'desc')
      .limit(REVOKED)
      .select('hash');
    return rows.map(({ hash }) => hash);
  }

  async insert(key: StoredKey): Promise<void> {
    const row = {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      scope: key.scope,
      widgets: listText(key.widgets),
      actions: listText(key.actions),
      networks: listText(key.networks),
      per_minute: key.perMinute,
      viewers: key.privacy?.viewers ?? null,
      addresses: key.privacy?.hidesAddresses === true ? 'hide' : null,
      expires_at: key.expiresAt,
      created_at: key.createdAt,
      use_count: 0,
    };
    await durably(this.db, (trx) => trx(TABLE).insert(row).then());
  }

  async revoke(id: string, at: string): Promise<void> {
    await durably(this.db, (trx) => trx(TABLE).where({ id }).update({ revoked_at: at }).then());
  }

  async setScope(id: string, scope: KeyScope): Promise<void> {
    await durably(this.db, (trx) => trx(TABLE).where({ id }).update({ scope }).then());
  }

  /** One transaction for all keys. */
  addUses(uses: ReadonlyMap<string, Use>): Promise<void> {
    return writeUses(this.db, TABLE, uses);
  }
}

/** @param table whose rows are used: keys, share links */
export async function writeUses(db: Knex, table: string, uses: ReadonlyMap<string, Use>): Promise<void> {
  await db.transaction(async (trx) => {
    for (const [id, use] of uses) {
      await trx(table)
        .where({ id })
        .update({
          last_used_at: use.at.toISOString(),
          last_used_from: use.from,
          use_count: trx.raw('use_count + ?', [use.count]),
        });
    }
  });
}

function keyOf(row: Row): StoredKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    // A scope that this version does not know grants the least.
    scope: isScope(row.scope) ? row.scope : 'widgets-only',
    widgets: listOf(row.widgets),
    actions: listOf(row.actions),
    networks: listOf(row.networks),
    perMinute: row.per_minute,
    privacy: storedPrivacy(row),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    useCount: Number(row.use_count),
    declared: false,
  };
}

/** A way of calling people that this version does not know calls them nothing. */
export function storedPrivacy({ viewers, addresses }: Pick<Row, 'viewers' | 'addresses'>): Privacy | null {
  const known = viewers === null ? 'names' : isViewers(viewers) ? viewers : 'none';
  return privacyOf({ viewers: known, addresses: addresses === null ? 'show' : 'hide' });
}

const listText = (list: readonly string[] | null): string | null => (list === null ? null : JSON.stringify(list));
const listOf = (text: string | null): readonly string[] | null =>
  text === null ? null : (JSON.parse(text) as readonly string[]);
