/** The statements about the row that says which process syncs. By the server's clock; none of them waits for another process. */
import type { Knex } from 'knex';
import type pg from 'pg';
import { all, LEADER_LOCK } from '../cache/sql.js';

/** Whoever has not renewed it for so long has lost it. */
export const LEASE_MS = 15_000;
export const RENEW_MS = 5_000;
/** Told when it was given up. */
export const LEASE_CHANNEL = 'sidelight_lease';

/** What is held: the fence rises with every take-over, so that a process that was away knows that it has lost it. */
export interface Hold {
  readonly holder: string;
  readonly fence: number;
}

const UNTIL = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;

/** Milliseconds until it may be taken; 0: now. */
export async function leftOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    `SELECT (extract(epoch FROM until - clock_timestamp()) * 1000)::float8 AS ms FROM lease WHERE name = 'sync'`,
  );
  return Math.max(0, Math.ceil(rows[0]?.ms ?? LEASE_MS));
}

/**
 * Versions before the lease elect by an exclusive advisory lock. Shared by those that know the lease, it keeps these off: an old
 * one that syncs, or that waits to, is waited for, and no old one begins while this is held. It ends with the connection.
 */
export async function keepOldOff(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ won: boolean }>('SELECT pg_try_advisory_lock_shared($1) AS won', [LEADER_LOCK]);
  return rows[0]?.won === true;
}

export async function letOldIn(client: pg.Client): Promise<void> {
  // The connection holds no other, and may have taken this one twice.
  await client.query('SELECT pg_advisory_unlock_all()');
}

/** null: another has it, or commits with it at this moment. */
export async function takeLease(client: pg.Client, holder: string): Promise<Hold | null> {
  const { rows } = await client.query<{ fence: string }>(
    `UPDATE lease SET holder = $1, fence = fence + 1, until = ${UNTIL} WHERE name =
     (SELECT name FROM lease WHERE name = 'sync' AND until <= clock_timestamp() FOR UPDATE SKIP LOCKED) RETURNING fence`,
    [holder],
  );
  return rows[0] === undefined ? null : { holder, fence: Number(rows[0].fence) };
}

/** One that has expired is renewed where nobody has taken it meanwhile. */
export async function renewLease(client: pg.Client, { holder, fence }: Hold): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE lease SET until = ${UNTIL} WHERE name = 'sync' AND holder = $1 AND fence = $2`,
    [holder, fence],
  );
  return rowCount === 1;
}

/** The others hear of it at once. */
export async function giveLeaseUp(client: pg.Client, { holder, fence }: Hold): Promise<void> {
  await client.query(
    `WITH given AS (UPDATE lease SET until = to_timestamp(0) WHERE name = 'sync' AND holder = $1 AND fence = $2 RETURNING name)
     SELECT pg_notify('${LEASE_CHANNEL}', name) FROM given`,
    [holder, fence],
  );
}

/** Nobody takes it from here until the transaction has ended, which is to be at once. A renewal goes on beside it. */
export async function isHeld(trx: Knex, { holder, fence }: Hold): Promise<boolean> {
  const rows = await all(trx, `SELECT 1 FROM lease WHERE name = 'sync' AND holder = ? AND fence = ? FOR KEY SHARE`, [
    holder,
    fence,
  ]);
  return rows.length === 1;
}
