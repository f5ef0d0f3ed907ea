/** Sessions in the database, for express-session. Ids are kept as hashes: who reads a backup cannot sign in with it. */
import { createHash } from 'node:crypto';
import { type SessionData, Store } from 'express-session';
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import type { Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';

interface Row {
  readonly id: string;
  readonly data: string;
  readonly expires_at: string;
}

type Done<T = void> = (error?: unknown, value?: T | null) => void;

const TABLE = 'sessions';
export const SESSION_MS = 7 * 86_400_000;
/** An idle time of days needs no write with each request. */
const TOUCH_MS = 3_600_000;

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

  override touch(id: string, _session: SessionData, done?: Done): void {
    answer(this.prolong(id), done);
  }

  /** Ends every session but one. */
  async endAll(except?: string): Promise<void> {
    await durably(this.db, (trx) => endSessions(trx, except));
  }

  /** Ends every session of somebody but one. Returns how many there were. */
  async endAllOf({ name, via }: Visitor, except: string): Promise<number> {
    const rows = await this.db<Row>(TABLE).whereNot({ id: hashOf(except) });
    const isTheirs = ({ visitor }: SessionData): boolean => visitor?.name === name && visitor.via === via;
    const ids = rows.filter(({ data }) => isTheirs(JSON.parse(data) as SessionData)).map(({ id }) => id);
    await durably(this.db, (trx) => trx(TABLE).whereIn('id', ids).delete().then());
    return ids.length;
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
    const row = { id: hashOf(id), data: JSON.stringify(session), expires_at: this.expiry() };
    await durably(this.db, (trx) => trx(TABLE).insert(row).onConflict('id').merge().then());
  }

  private async remove(id: string): Promise<void> {
    const ended = { id: hashOf(id) };
    await durably(this.db, (trx) => trx(TABLE).where(ended).delete().then());
  }

  /** Looks first: on SQLite even a write that changes nothing would wait for whoever writes. */
  private async prolong(id: string): Promise<void> {
    const late = await this.db<Row>(TABLE)
      .where({ id: hashOf(id) })
      .where('expires_at', '<', this.expiry(-TOUCH_MS))
      .first('id');
    if (late !== undefined) await this.db(TABLE).where({ id: late.id }).update({ expires_at: this.expiry() });
  }

  private expiry(shiftMs = 0): string {
    return new Date(this.clock.now().getTime() + SESSION_MS + shiftMs).toISOString();
  }
}

/** Every session but one; within a transaction as well. */
export async function endSessions(db: Knex, except?: string): Promise<void> {
  const sessions = db(TABLE);
  await (except === undefined ? sessions : sessions.whereNot({ id: hashOf(except) })).delete();
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

function answer<T>(work: Promise<T | null>, done: Done<T> = () => undefined): void {
  work.then((value) => done(null, value), done);
}
