/** The administrator that is kept here: the first run makes one. */
import type { Knex } from 'knex';
import { durably } from '../cache/durable.js';
import { lockForWriting } from '../cache/sql.js';
import { CodedError } from '../ground/errors.js';
import type { Clock } from '../time/clock.js';
import { forgetSetupToken } from './instance.js';
import { MAX_PASSWORD, MIN_PASSWORD, passwordsAt } from './password.js';
import { endSessions } from './session-store.js';
import { Turns } from './turns.js';

interface Row {
  readonly name: string;
  readonly password: string;
  readonly created_at: string;
}

export interface Admin {
  readonly name: string;
  /** ISO. */
  readonly createdAt: string;
}

const TABLE = 'admins';
/** Each takes 32 MB and a thread that the database needs, too. */
const HASHING = { atOnce: 2, waiting: 20 };

export class Admins {
  private readonly hashing = new Turns(HASHING);

  constructor(
    private readonly db: Knex,
    private readonly clock: Clock,
    private readonly passwords = passwordsAt(),
  ) {}

  async exist(): Promise<boolean> {
    return (await this.first()) !== null;
  }

  async first(): Promise<Admin | null> {
    const row = await this.db<Row>(TABLE).orderBy('created_at').first();
    return row === undefined ? null : { name: row.name, createdAt: row.created_at };
  }

  /**
   * The first administrator, and no second one. The token that it took is worth nothing from then on.
   * @throws admin_exists, bad_request, sign_in_limit
   */
  async createFirst(name: string, password: string): Promise<void> {
    const fault = nameFault(name) ?? (await passwordFault(password));
    if (fault !== undefined) throw new CodedError('bad_request', fault);
    const hashed = await this.hashing.run(() => this.passwords.hash(password));
    const row = { name: name.trim(), password: hashed, created_at: this.clock.now().toISOString() };
    await durably(this.db, async (trx) => {
      await lockForWriting(trx);
      if ((await trx<Row>(TABLE).first('name')) !== undefined) throw taken();
      await trx(TABLE).insert(row);
      await forgetSetupToken(trx);
    });
  }

  /** @param isKnown comes from where this name has signed in before @throws sign_in_limit */
  async matches(name: string, password: string, isKnown = false): Promise<boolean> {
    const row = await this.db<Row>(TABLE).where({ name: name.trim() }).first();
    const tried = password.slice(0, MAX_PASSWORD);
    const hashed = row?.password ?? this.passwords.none;
    const matches = await this.hashing.run(() => this.passwords.matches(tried, hashed), isKnown);
    return row !== undefined && matches && tried === password;
  }

  /** @throws bad_request, sign_in_limit */
  async changePassword(name: string, password: string): Promise<void> {
    const fault = await passwordFault(password);
    if (fault !== undefined) throw new CodedError('bad_request', fault);
    const hashed = await this.hashing.run(() => this.passwords.hash(password));
    const changed = await durably(this.db, (trx) => trx(TABLE).where({ name }).update({ password: hashed }).then());
    if (changed === 0) throw new CodedError('no_session', `The administrator ${name} no longer exists`);
  }

  /** Removes the administrator and ends every session: the first run is open again. */
  async reset(): Promise<void> {
    await durably(this.db, async (trx) => {
      await lockForWriting(trx);
      await trx(TABLE).delete();
      await endSessions(trx);
    });
  }
}

const taken = (): CodedError => new CodedError('admin_exists', 'There is an administrator already');

/** What is wrong with it, as a sentence. */
export const nameFault = (name: string): string | undefined =>
  /^[^\p{C}]{1,64}$/u.test(name.trim()) ? undefined : 'A name has 1 to 64 characters';

/** What is wrong with it, as a sentence. */
export async function passwordFault(password: string): Promise<string | undefined> {
  const { length } = password;
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
    return `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`;
  }
  // Passwords are chosen seldom, and the list takes some memory.
  const { isCommon } = await import('./common-passwords.js');
  return isCommon(password) ? COMMON : undefined;
}

const COMMON = 'This password is too common: choose a unique one, such as four unrelated words';
