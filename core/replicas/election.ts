/** Which of several instances on one database syncs. */
import { messageOf } from '@sidelight/plugin-api/errors';
import type pg from 'pg';
import type { DatabaseLocation } from '../cache/database.js';
import { HeldConnection, type HoldOptions } from '../cache/held-connection.js';
import { LEADER_LOCK } from '../cache/sql.js';

export interface Election {
  /** Whether this instance is the one that syncs. */
  leading(): boolean;
  /** Called when it begins or ceases to lead. Returns how to stop it. */
  onChange(listener: (leading: boolean) => void): () => void;
  /** Gives the lead up, so that another instance takes it at once. */
  stop(): Promise<void>;
}

/** With SQLite this instance always leads; with PostgreSQL the one that holds an advisory lock does. */
export const openElection = (location: DatabaseLocation, options: HoldOptions = {}): Promise<Election> =>
  location.kind === 'sqlite' ? Promise.resolve(alone) : LockElection.open(location.url, options);

const alone: Election = { leading: () => true, onChange: () => () => undefined, stop: async () => undefined };

class LockElection implements Election {
  private isLeading = false;
  private readonly listeners = new Set<(leading: boolean) => void>();
  private connection: HeldConnection | null = null;

  static async open(url: string, options: HoldOptions): Promise<LockElection> {
    const election = new LockElection();
    const debug = (message: string, error: unknown): void => options.log?.debug(message, { error: messageOf(error) });
    election.connection = await HeldConnection.open(
      url,
      {
        async opened(client) {
          const { rows } = await client.query<{ won: boolean }>('SELECT pg_try_advisory_lock($1) AS won', [
            LEADER_LOCK,
          ]);
          if (rows[0]?.won === true) election.become(true);
          // The server grants the lock the moment that the leader is gone. A wait that breaks off ends with the connection,
          // which is opened again.
          else election.wait(client).catch((error: unknown) => debug('no longer waiting to lead', error));
        },
        lost: () => election.become(false),
      },
      options,
    );
    return election;
  }

  leading(): boolean {
    return this.isLeading;
  }

  onChange(listener: (leading: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async stop(): Promise<void> {
    await this.connection?.stop();
    this.become(false);
  }

  private async wait(client: pg.Client): Promise<void> {
    await client.query('SELECT pg_advisory_lock($1)', [LEADER_LOCK]);
    this.become(true);
  }

  private become(leading: boolean): void {
    if (this.isLeading === leading) return;
    this.isLeading = leading;
    for (const listener of this.listeners) listener(leading);
  }
}
