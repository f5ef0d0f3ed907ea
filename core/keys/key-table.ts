/** The table `api_keys`. */
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import { isScope, type KeyScope, type StoredKey } from './api-key.js';
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
  readonly scope: string;
  readonly widgets: string | null;
  readonly actions: string | null;
  readonly networks: string | null;
  readonly per_minute: number | null;
}

const TABLE = 'api_keys';

export class KeyTable {
  constructor(private readonly db: Knex) {}

  /** Those that are not revoked, oldest first. */
  async all(): Promise<readonly StoredKey[]> {
    return (await validRows<Row>(this.db, TABLE)).map(keyOf);
  }

  /** Hashes of those that were revoked last. */
  revoked(): Promise<readonly string[]> {
    return revokedHashes(this.db, TABLE);
  }

  async insert(key: StoredKey): Promise<void> {
    const row = {
      ...newRow(key),
      scope: key.scope,
      widgets: listText(key.widgets),
      actions: listText(key.actions),
      networks: listText(key.networks),
      per_minute: key.perMinute,
    };
    await durably(this.db, (trx) => trx(TABLE).insert(row).then());
  }

  revoke(id: string, at: string): Promise<void> {
    return writeRevoked(this.db, TABLE, id, at);
  }

  async setScope(id: string, scope: KeyScope): Promise<void> {
    await durably(this.db, (trx) => trx(TABLE).where({ id }).update({ scope }).then());
  }

  /** One transaction for all keys. */
  addUses(uses: ReadonlyMap<string, Use>): Promise<void> {
    return writeUses(this.db, TABLE, uses);
  }
}

function keyOf(row: Row): StoredKey {
  return {
    ...tokenOf(row),
    // A scope that this version does not know grants the least.
    scope: isScope(row.scope) ? row.scope : 'widgets-only',
    widgets: listOf(row.widgets),
    actions: listOf(row.actions),
    networks: listOf(row.networks),
    perMinute: row.per_minute,
    declared: false,
  };
}

const listText = (list: readonly string[] | null): string | null => (list === null ? null : JSON.stringify(list));
const listOf = (text: string | null): readonly string[] | null =>
  text === null ? null : (JSON.parse(text) as readonly string[]);
