/** What the tables of keys and of share links have in common: a hash that is looked for, privacy, an end, and uses. */
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import { isViewers, type Privacy, privacyOf } from '../settings/privacy.js';

export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
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

interface Token {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly privacy: Privacy | null;
  readonly expiresAt: string | null;
  readonly createdAt: string | null;
}

/** What became of a key or a link since the last write. */
export interface Use {
  count: number;
  at: Date;
  from: string;
}

/** So many are remembered: what still sends an older one is told that it is unknown. */
const REVOKED = 1000;

/** Those that are not revoked, oldest first. */
export async function validRows<R extends TokenRow>(db: Knex, table: string): Promise<readonly R[]> {
  const rows: R[] = await db(table).whereNull('revoked_at').orderBy('created_at').orderBy('id');
  return rows;
}

/** Of those that were revoked last. */
export async function revokedHashes(db: Knex, table: string): Promise<readonly string[]> {
  return db(table).whereNotNull('revoked_at').orderBy('revoked_at', 'desc').limit(REVOKED).pluck<string[]>('hash');
}

export async function writeRevoked(db: Knex, table: string, id: string, at: string): Promise<void> {
  await durably(db, (trx) => trx(table).where({ id }).update({ revoked_at: at }).then());
}

/** One transaction for all of them. */
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

/** The columns of one that was just made. */
export const newRow = ({ id, name, prefix, hash, privacy, expiresAt, createdAt }: Token) => ({
  ...{ id, name, prefix, hash },
  viewers: privacy?.viewers ?? null,
  addresses: privacy?.hidesAddresses === true ? 'hide' : null,
  expires_at: expiresAt,
  created_at: createdAt,
  use_count: 0,
});

export const tokenOf = (row: TokenRow) => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  hash: row.hash,
  privacy: storedPrivacy(row),
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastUsedFrom: row.last_used_from,
  useCount: Number(row.use_count),
});

/** A way of calling people that this version does not know calls them nothing. */
function storedPrivacy({ viewers, addresses }: TokenRow): Privacy | null {
  const known = viewers === null ? 'names' : isViewers(viewers) ? viewers : 'none';
  return privacyOf({ viewers: known, addresses: addresses === null ? 'show' : 'hide' });
}
