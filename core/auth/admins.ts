/** The administrators that are kept here: the first run makes one. */
import type { Knex } from 'knex';
import { lockForWriting } from '../cache/sql.js';
import type { Clock } from '../clock.js';
import { CodedError } from '../errors.js';
import { hashPassword, MAX_PASSWORD, MIN_PASSWORD, matchesPassword } from './password.js';

interface Row {
  readonly name: string;
  readonly password: string;
  readonly created_at: string;
}

const TABLE = 'admins';
/** Of no password: an unknown name takes as long as a known one. */
let nobody: Promise<string> | undefined;

export class Admins {
  constructor(
    private readonly db: Knex,
    private readonly clock: Clock,
  ) {}

  async exist(): Promise<boolean> {
    return (await this.db<Row>(TABLE).first('name')) !== undefined;
  }

  /**
   * The first administrator, and no second one.
   * @throws admin_exists, bad_request
   */
  async createFirst(name: string, password: string): Promise<void> {
    const row = { name: checkName(name), password: await hashPassword(checkPassword(password)) };
    await this.db.transaction(async (trx) => {
      await lockForWriting(trx);
      if ((await trx<Row>(TABLE).first('name')) !== undefined) throw taken();
      await trx(TABLE).insert({ ...row, created_at: this.clock.now().toISOString() });
    });
  }

  async matches(name: string, password: string): Promise<boolean> {
    const row = await this.db<Row>(TABLE).where({ name: name.trim() }).first();
    const matches = await matchesPassword(password.slice(0, MAX_PASSWORD), row?.password ?? (await standIn()));
    return row !== undefined && matches;
  }

  /** @throws bad_request */
  async changePassword(name: string, password: string): Promise<void> {
    await this.db(TABLE)
      .where({ name })
      .update({ password: await hashPassword(checkPassword(password)) });
  }

  /** Opens the first run again. */
  async removeAll(): Promise<void> {
    await this.db(TABLE).delete();
  }
}

const standIn = (): Promise<string> => {
  nobody ??= hashPassword('');
  return nobody;
};

const taken = (): CodedError => new CodedError('admin_exists', 'There is an administrator already');

function checkName(text: string): string {
  const name = text.trim();
  if (/^[^\p{C}]{1,64}$/u.test(name)) return name;
  throw new CodedError('bad_request', 'A name has 1 to 64 characters');
}

function checkPassword(password: string): string {
  if (password.length >= MIN_PASSWORD && password.length <= MAX_PASSWORD) return password;
  throw new CodedError('bad_request', `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`);
}
