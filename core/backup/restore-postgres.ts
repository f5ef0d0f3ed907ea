/** Puts a dump in the place of what is in a PostgreSQL database that no daemon uses. What was there is dumped before. */
import type { Knex } from 'knex';
import { clientTo, openDatabase } from '../cache/database.js';
import { coded } from '../cache/database-error.js';
import { loadTables } from '../cache/declare.js';
import { all, LEADER_LOCK, quote, run } from '../cache/sql.js';
import { CodedError } from '../ground/errors.js';
import { dumpPostgres, restoreDump } from './postgres-tools.js';

/**
 * @param aside an empty file for what is there now
 * @throws database_in_use, database_unreachable, backup_tool, backup_failed
 */
export async function restorePostgres(dump: string, url: string, aside: string): Promise<void> {
  await whileUnused(url, async () => {
    await dumpPostgres(url, aside);
    await restoreDump(url, dump);
    await dropOrphans(url);
  });
}

/** An instance that syncs holds this lock, and one that waits for it waits for us. */
async function whileUnused(url: string, work: () => Promise<void>): Promise<void> {
  const client = await clientTo(url);
  try {
    await coded(() => client.connect());
    const { rows } = await client.query<{ won: boolean }>('SELECT pg_try_advisory_lock($1) AS won', [LEADER_LOCK]);
    if (rows[0]?.won !== true) throw new CodedError('database_in_use', 'A running Sidelight uses this database');
    await work();
  } finally {
    await client.end();
  }
}

/** Tables of ports that came after the backup: the restored database knows nothing of them. */
async function dropOrphans(url: string): Promise<void> {
  const database = await openDatabase({ kind: 'postgres', url });
  try {
    const known = new Set([...(await loadTables(database)).values()].map(({ name }) => name));
    for (const table of await rowTables(database)) if (!known.has(table)) await run(database, `DROP TABLE ${table}`);
  } finally {
    await database.destroy();
  }
}

/** Quoted. */
async function rowTables(database: Knex): Promise<readonly string[]> {
  const sql = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename ~ '^rows_[0-9]+_'`;
  return (await all<{ tablename: string }>(database, sql)).map(({ tablename }) => quote(tablename));
}
