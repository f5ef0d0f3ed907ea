import type { Knex } from 'knex';
import { CodedError } from '../../ground/errors.js';
import { isPostgres, run, WRITE_LOCK } from '../sql.js';
import { cacheTables } from './0001-cache.js';
import { accessTables } from './0002-access.js';
import { peopleTables } from './0003-people.js';
import { keyActions } from './0004-key-actions.js';
import { leaseTable } from './0005-lease.js';
import { auditKinds } from './0008-audit.js';
import { sessionUses } from './0009-session-uses.js';
import { shareLinks } from './0011-share-links.js';

/** In the order in which they run. A released migration is never changed. */
const MIGRATIONS: Readonly<Record<string, Knex.Migration>> = {
  '0001-cache': cacheTables,
  '0002-access': accessTables,
  '0003-people': peopleTables,
  '0004-key-actions': keyActions,
  '0005-lease': leaseTable,
  '0008-audit': auditKinds,
  '0009-session-uses': sessionUses,
  '0011-share-links': shareLinks,
};

/** Marks a SQLite file as ours: `file` and other tools show it. "SDLT" in ASCII. */
const APPLICATION_ID = 0x53444c54;

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(MIGRATIONS),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = MIGRATIONS[name];
    if (migration === undefined) throw new CodedError('internal', `There is no migration ${name}`);
    return migration;
  },
};

/** The migrations that a database has seen. */
export async function appliedMigrations(db: Knex): Promise<readonly string[]> {
  if (!(await db.schema.hasTable('knex_migrations'))) return [];
  return db('knex_migrations').orderBy('id').pluck<string[]>('name');
}

/**
 * Brings the schema up to date, in one transaction: a process that dies in the middle leaves nothing behind.
 * @throws database_newer
 */
export async function migrate(db: Knex): Promise<void> {
  if (!isBehind(await appliedMigrations(db))) return;
  await db.transaction(async (trx) => {
    // The first statement writes or locks, so that of two processes one waits for the other.
    if (isPostgres(trx)) await run(trx, 'SELECT pg_advisory_xact_lock(?)', [WRITE_LOCK]);
    else await run(trx, `PRAGMA application_id = ${APPLICATION_ID}`);
    if (isBehind(await appliedMigrations(trx))) await trx.migrate.latest({ migrationSource: source });
  });
}

/** @throws database_newer */
export function isBehind(applied: readonly string[]): boolean {
  const unknown = applied.filter((name) => MIGRATIONS[name] === undefined);
  if (unknown.length > 0) {
    throw new CodedError('database_newer', `The database has ${unknown.join(', ')}, which this version does not know`);
  }
  return applied.length < Object.keys(MIGRATIONS).length;
}
