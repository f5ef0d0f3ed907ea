/** Writes that somebody was promised: they are on the disk before they are acknowledged, whatever the power does then. */
import type { Knex } from 'knex';
import { coded } from './database-error.js';
import { demandFileOf } from './database-watch.js';
import { isPostgres, run } from './sql.js';

/**
 * A transaction about keys, administrators, sessions. Other commits may be lost with the power: they are synced again.
 * @throws disk_full, data_unwritable, database_corrupt, database_failed, database_missing, database_unreachable
 */
export function durably<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return coded(async () => {
    await demandFileOf(db);
    if (!isPostgres(db)) return onDisk(db, work);
    return db.transaction(async (trx) => {
      await run(trx, 'SET LOCAL synchronous_commit = on');
      return work(trx);
    });
  });
}

/** SQLite takes the setting for a connection, and not within a transaction. */
async function onDisk<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const client = db.client as Pool;
  const connection = await client.acquireConnection();
  const set = (mode: 'FULL' | 'NORMAL') => db.raw(`PRAGMA synchronous = ${mode}`).connection(connection);
  try {
    await set('FULL');
    try {
      return await db.transaction(work, { connection });
    } finally {
      await set('NORMAL');
    }
  } finally {
    await client.releaseConnection(connection);
  }
}

interface Pool {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
}
