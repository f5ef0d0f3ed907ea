/** Whether this process still is the one that syncs, asked within the transaction that it is about to commit. */
import type { Knex } from 'knex';

export interface Fence {
  /** The last statement of a transaction. @throws lease_lost */
  demand(trx: Knex): Promise<void>;
  /** Rows are in the shape of another version: this one leaves them to whoever made them so. */
  reshaped(): void;
}

const FENCES = new WeakMap<object, Fence>();

/** From now on nothing is committed through this database that the fence refuses. */
export const setFence = (db: Knex, fence: Fence): void => void FENCES.set(db, fence);

/** undefined: nobody else syncs into it, or this process does not sync. */
export const fenceOf = (db: Knex): Fence | undefined => FENCES.get(db);
