/** Which of several instances on one database syncs: the one that has the lease. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import type pg from 'pg';
import { type Fence, setFence } from '../cache/fence.js';
import { HeldConnection, type Holder, type HoldOptions } from '../cache/held-connection.js';
import { isPostgres } from '../cache/sql.js';
import { CodedError } from '../ground/errors.js';
import { type Log, silentLog } from '../ground/log.js';
import { type Clock, systemClock } from '../time/clock.js';
import {
  giveLeaseUp,
  type Hold,
  isHeld,
  keepOldOff,
  LEASE_CHANNEL,
  LEASE_MS,
  leftOf,
  letOldIn,
  RENEW_MS,
  renewLease,
  takeLease,
} from './lease.js';

export interface Election {
  /** Whether this instance is the one that syncs. */
  leading(): boolean;
  /** Called when it begins or ceases to lead. Returns how to stop it. */
  onChange(listener: (leading: boolean) => void): () => void;
  /** Gives the lead up, so that another instance takes it at once. */
  stop(): Promise<void>;
}

/** With SQLite this instance always leads; with PostgreSQL the one that has the lease does. */
export const openElection = (db: Knex, options: HoldOptions = {}): Promise<Election> =>
  isPostgres(db) ? LeaseElection.open(db, options) : Promise.resolve(alone);

const alone: Election = { leading: () => true, onChange: () => () => undefined, stop: async () => undefined };

/** By this process's own steady clock, the lease ends so much sooner than by the server's: what is under way ends before it does. */
const MARGIN_MS = 2_000;
/** After the moment at which the lease of another expires. */
const SOON_MS = 50;
/** Whoever made the rows of another shape has so long to take over. */
const ASIDE_MS = 60_000;

class LeaseElection implements Election, Fence, Holder {
  private readonly me = randomUUID();
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly listeners = new Set<(leading: boolean) => void>();
  private connection: HeldConnection | null = null;
  private client: pg.Client | null = null;
  private hold: Hold | null = null;
  /** By the steady clock. */
  private heldUntil = 0;
  private asideUntil = 0;
  private told = false;
  private stopped = false;
  private rounds: Promise<void> = Promise.resolve();
  private cancelRound: () => void = () => undefined;
  private cancelEnd: () => void = () => undefined;

  private constructor({ clock = systemClock, log = silentLog }: HoldOptions) {
    this.clock = clock;
    this.log = log;
  }

  static async open(db: Knex, options: HoldOptions): Promise<LeaseElection> {
    const election = new LeaseElection(options);
    setFence(db, election);
    await HeldConnection.join(db, election, options);
    return election;
  }

  leading(): boolean {
    return this.hold !== null && performance.now() < this.heldUntil;
  }

  onChange(listener: (leading: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelRound();
    await this.rounds;
    await this.yieldLead().catch((error: unknown) => {
      this.log.warn('the lead could not be released: another instance takes over when it expires', {
        error: messageOf(error),
      });
    });
    await this.connection?.leave(this);
  }

  async demand(trx: Knex): Promise<void> {
    const { hold } = this;
    if (hold !== null && this.leading()) {
      if (await isHeld(trx, hold)) return;
      this.lose('another instance has taken the lead');
    }
    throw new CodedError('lease_lost', 'Another instance on the same database may sync now');
  }

  reshaped(): void {
    if (this.hold === null) return;
    this.log.warn('an instance of another version has changed the tables: this one steps back');
    this.asideUntil = performance.now() + ASIDE_MS;
    void this.inTurn(() => this.yieldLead());
  }

  async opened(client: pg.Client, connection: HeldConnection): Promise<void> {
    this.client = client;
    this.connection = connection;
    client.on('notification', ({ channel }) => {
      if (channel === LEASE_CHANNEL) void this.round();
    });
    await client.query(`LISTEN ${LEASE_CHANNEL}`);
    if (this.hold !== null && !(await keepOldOff(client))) {
      await giveLeaseUp(client, this.hold);
      this.lose('an instance of an older version has taken the lead');
    }
    await this.round();
  }

  /** What it holds is held on until it would expire: the next connection may renew it. */
  lost(): void {
    this.client = null;
    this.cancelRound();
  }

  /** Renews what is held, or takes what has expired; then again. */
  private round(): Promise<void> {
    return this.inTurn(async () => {
      const { client } = this;
      if (client === null || this.stopped) return;
      this.cancelRound();
      const ms = this.hold === null ? await this.tryTaking(client) : await this.renew(client, this.hold);
      if (this.client === client) this.cancelRound = this.clock.after(ms, () => void this.round());
    });
  }

  private async renew(client: pg.Client, hold: Hold): Promise<number> {
    const began = performance.now();
    if (await renewLease(client, hold)) this.holdFrom(began);
    else {
      this.lose('another instance has taken the lead');
      await letOldIn(client);
    }
    return RENEW_MS;
  }

  /** Returns when to try again. */
  private async tryTaking(client: pg.Client): Promise<number> {
    if (performance.now() < this.asideUntil) return RENEW_MS;
    const left = await leftOf(client);
    if (left > 0) return Math.min(RENEW_MS, left + SOON_MS);
    if (!(await keepOldOff(client))) return RENEW_MS;
    const began = performance.now();
    const hold = await takeLease(client, this.me);
    if (hold === null) {
      await letOldIn(client);
      return SOON_MS * 10;
    }
    this.hold = hold;
    this.holdFrom(began);
    return RENEW_MS;
  }

  private holdFrom(began: number): void {
    this.heldUntil = began + LEASE_MS - MARGIN_MS;
    this.watchEnd();
    this.tell(true);
  }

  private watchEnd(): void {
    this.cancelEnd();
    this.cancelEnd = this.clock.after(this.heldUntil - performance.now(), () =>
      this.leading() ? this.watchEnd() : this.lose('the lead could not be renewed in time'),
    );
  }

  private lose(why: string): void {
    if (this.hold === null) return;
    this.log.warn(`this instance no longer syncs: ${why}`);
    this.hold = null;
    this.cancelEnd();
    this.tell(false);
  }

  private async yieldLead(): Promise<void> {
    const { client, hold } = this;
    this.hold = null;
    this.cancelEnd();
    this.tell(false);
    if (client === null || hold === null) return;
    // First, so that an older version that waits for it is not passed over.
    await letOldIn(client);
    await giveLeaseUp(client, hold);
  }

  private tell(leading: boolean): void {
    if (this.told === leading) return;
    this.told = leading;
    if (leading) this.log.info('this instance syncs; the others on the same database only serve');
    for (const listener of this.listeners) listener(leading);
  }

  /** One statement after the other. One that fails ends the connection, which comes back. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.rounds = this.rounds.then(work).catch((error: unknown) => {
      if (this.client !== null) this.connection?.giveUp(this.client, error);
    });
    return this.rounds;
  }
}
