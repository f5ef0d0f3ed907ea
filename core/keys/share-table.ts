/** The table `share_links`. */
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import type { StoredShare } from './share-link.js';
import {
  newRow,
  revokedHashes,
  type TokenRow,
  tokenOf,
  type Use,
  validRows,
  writeRevoked,
  writeUses,
} from './token-rows.js';

interface Row extends TokenRow {
  readonly widget: string;
  readonly query: string;
  readonly frames: string;
}

const TABLE = 'share_links';

export class ShareTable {
  constructor(private readonly db: Knex) {}

  /** Those that are not revoked, oldest first. */
  async all(): Promise<readonly StoredShare[]> {
    return (await validRows<Row>(this.db, TABLE)).map(shareOf);
  }

  /** Hashes of those that were revoked last. */
  revoked(): Promise<readonly string[]> {
    return revokedHashes(this.db, TABLE);
  }

  async insert(share: StoredShare): Promise<void> {
    const { widget, query, frames } = share;
    const row = { ...newRow(share), widget, query, frames: JSON.stringify(frames) };
    await durably(this.db, (trx) => trx(TABLE).insert(row).then());
  }

  revoke(id: string, at: string): Promise<void> {
    return writeRevoked(this.db, TABLE, id, at);
  }

  /** One transaction for all links. */
  addUses(uses: ReadonlyMap<string, Use>): Promise<void> {
    return writeUses(this.db, TABLE, uses);
  }
}

const shareOf = (row: Row): StoredShare => ({
  ...tokenOf(row),
  widget: row.widget,
  query: row.query,
  frames: JSON.parse(row.frames) as readonly string[],
});
