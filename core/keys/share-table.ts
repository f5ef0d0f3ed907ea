/** The table `share_links`. */
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import { storedPrivacy, type Use, writeUses } from './key-table.js';
import type { StoredShare } from './share-link.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly widget: string;
  readonly query: string;
  readonly frames: string;
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

const TABLE = 'share_links';
/** So many are remembered: a tile that still shows an older one counts as a guess. */
const REVOKED = 1000;

export class ShareTable {
  constructor(private readonly db: Knex) {}

  /** Those that are not revoked, oldest first. */
  async all(): Promise<readonly StoredShare[]> {
    const rows: Row[] = await this.db<Row>(TABLE).whereNull('revoked_at').orderBy('created_at').orderBy('id');
    return rows.map(shareOf);
  }

  /** Hashes of those that were revoked last. */
  async revoked(): Promise<readonly string[]> {
    const newest = this.db<Row>(TABLE).whereNotNull('revoked_at').orderBy('revoked_at', 'desc');
    return newest.limit(REVOKED).pluck<string[]>('hash');
  }

  async insert(share: StoredShare): Promise<void> {
    const row = {
      id: share.id,
      name: share.name,
      prefix: share.prefix,
      hash: share.hash,
      widget: share.widget,
      query: share.query,
      frames: JSON.stringify(share.frames),
      viewers: share.privacy?.viewers ?? null,
      addresses: share.privacy?.hidesAddresses === true ? 'hide' : null,
      expires_at: share.expiresAt,
      created_at: share.createdAt,
      use_count: 0,
    };
    await durably(this.db, (trx) => trx(TABLE).insert(row).then());
  }

  async revoke(id: string, at: string): Promise<void> {
    await durably(this.db, (trx) => trx(TABLE).where({ id }).update({ revoked_at: at }).then());
  }

  /** One transaction for all links. */
  addUses(uses: ReadonlyMap<string, Use>): Promise<void> {
    return writeUses(this.db, TABLE, uses);
  }
}

const shareOf = (row: Row): StoredShare => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  hash: row.hash,
  widget: row.widget,
  query: row.query,
  frames: JSON.parse(row.frames) as readonly string[],
  privacy: storedPrivacy(row),
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastUsedFrom: row.last_used_from,
  useCount: Number(row.use_count),
});
