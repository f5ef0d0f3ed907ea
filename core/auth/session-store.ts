/** Sessions in the database, for express-session. Ids are kept as hashes: who reads a backup cannot sign in with it. */
import { createHash } from 'node:crypto';
import { type SessionData, Store } from 'express-session';
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import { OWN, type Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';

interface Row {
  readonly id: string;
  readonly data: string;
  readonly expires_at: string;
  /** null: of before it was kept. */
  readonly used_at: string | null;
}

/** A session as people see it. */
export interface ListedSession {
  /** The hash of its id, which opens nothing. */
  readonly id: string;
  readonly visitor: Visitor;
  /** ISO: when it began. */
  readonly since: string;
  /** ISO; null: not known. */
  readonly usedAt: string | null;
  readonly from: string;
  readonly device: string;
}

type Done<T = void> = (error?: unknown, value?: T | null) => void;

const TABLE = 'sessions';
const DAY = 86_400_000;
/** For so long a session lasts without use. */
export const SESSION_MS = 7 * DAY;
/** And for so long with it: the administrator of this installation types a password once a month, all others once a week. */
const LONGEST_MS = { own: 30 * DAY, others: 7 * DAY };
/** Of those who are about to sign in. */
const UNKNOWN_MS = 3_600_000;
/** An idle time of days needs no write with each request. */
const TOUCH_MS = 5 * 60_000;

/** When a session ends, however busy it is. @param since ISO: when it began */
export const endOf = ({ via }: Visitor, since: string): number =>
  Date.parse(since) + (via === OWN ? LONGEST_MS.own : LONGEST_MS.others);

export class SessionStore extends Store {
  constructor(
    private readonly db: Knex,
    private readonly clock: Clock,
  ) {
    super();
  }

  override get(id: string, done: Done<SessionData>): void {
    answer(this.read(id), done);
  }

  override set(id: string, session: SessionData, done?: Done): void {
    answer(this.write(id, session), done);
  }

  override destroy(id: string, done?: Done): void {
    answer(this.remove(id), done);
  }

  override touch(id: string, session: SessionData, done?: Done): void {
    answer(this.prolong(id, session), done);
  }

  /** Ends every session but one. */
  async endAll(except?: string): Promise<void> {
    await durably(this.db, (trx) => endSessions(trx, except));
  }

  /** Ends one, by the hash of its id. */
  async end(id: string): Promise<void> {
    await durably(this.db, (trx) => trx(TABLE).where({ id }).delete().then());
  }

  /** Of everybody who is signed in, the last used first. */
  async list(): Promise<readonly ListedSession[]> {
    const now = this.clock.now().toISOString();
    const rows: Row[] = await this.db<Row>(TABLE).where('expires_at', '>', now).orderBy('used_at', 'desc');
    return rows.flatMap(({ id, data, used_at: usedAt }) => {
      const { visitor, since, from = '', device = '' } = JSON.parse(data) as Partial<SessionData>;
      return visitor === undefined || since === undefined ? [] : [{ id, visitor, since, usedAt, from, device }];
    });
  }

  async prune(): Promise<void> {
    await this.db(TABLE).where('expires_at', '<', this.clock.now().toISOString()).delete();
  }

  private async read(id: string): Promise<SessionData | null> {
    const row = await this.db<Row>(TABLE)
      .where({ id: hashOf(id) })
      .first();
    if (row === undefined || row.expires_at <= this.clock.now().toISOString()) return null;
    return JSON.parse(row.data) as SessionData;
  }

  private async write(id: string, session: SessionData): Promise<void> {
    const used = { used_at: this.clock.now().toISOString(), expires_at: this.expiry(session) };
    const row = { id: hashOf(id), data: JSON.stringify(session), ...used };
    await durably(this.db, (trx) => trx(TABLE).insert(row).onConflict('id').merge().then());
  }

  private async remove(id: string): Promise<void> {
    const ended = { id: hashOf(id) };
    await durably(this.db, (trx) => trx(TABLE).where(ended).delete().then());
  }

  /** Looks first: on SQLite even a write that changes nothing would wait for whoever writes. */
  private async prolong(id: string, session: SessionData): Promise<void> {
    const now = this.clock.now();
    const late = new Date(now.getTime() - TOUCH_MS).toISOString();
    const row = await this.db<Row>(TABLE)
      .where({ id: hashOf(id) })
      .where((known) => void known.whereNull('used_at').orWhere('used_at', '<', late))
      .first('id');
    if (row === undefined) return;
    await this.db(TABLE)
      .where({ id: row.id })
      .update({ used_at: now.toISOString(), expires_at: this.expiry(session) });
  }

  private expiry({ visitor, since }: Partial<SessionData>): string {
    const now = this.clock.now().getTime();
    const end = visitor === undefined || since === undefined ? now + UNKNOWN_MS : endOf(visitor, since);
    return new Date(Math.min(now + SESSION_MS, end)).toISOString();
  }
}

/** Every session but one; within a transaction as well. */
export async function endSessions(db: Knex, except?: string): Promise<void> {
  const sessions = db(TABLE);
  await (except === undefined ? sessions : sessions.whereNot({ id: hashOf(except) })).delete();
}

/** How a session is named where it is shown. */
export const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

function answer<T>(work: Promise<T | null>, done: Done<T> = () => undefined): void {
  work.then((value) => done(null, value), done);
}
