/** What an installation makes once and keeps in the database: the token of its first run, and what it signs with. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import { publicBase } from '../http/base-url.js';
import type { ServerSettings } from '../settings/settings.js';

const SETUP_TOKEN = 'setup.token';
const INSTANCE_SECRET = 'instance.secret';
/** No 0, O, 1, I: it may have to be typed. 32 of them, so that each byte gives one without a bias. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 20;

/** The first value that was kept under the name, by whichever replica; undefined when it was removed at this moment. */
async function madeOnce(db: Knex, name: string, value: string): Promise<string | undefined> {
  await db('meta').insert({ name, value }).onConflict('name').ignore();
  const row = await db('meta').where({ name }).first<{ value: string } | undefined>('value');
  return row?.value;
}

/** 32 random bytes as hex, to sign with: sessions survive a restart and hold in every replica. */
export async function instanceSecret(db: Knex): Promise<string> {
  const secret = await madeOnce(db, INSTANCE_SECRET, randomBytes(32).toString('hex'));
  if (secret === undefined) throw new Error('the database did not keep the secret of this installation');
  return secret;
}

/**
 * What opens the first run: `ABCDE-FGHJK-LMNPQ-RSTUV`, 100 bits, told by the log and by `sidelight admin`. Made when it is first asked for, the same in every replica, until an administrator was made with it.
 * @throws admin_exists when that happens meanwhile
 */
export async function setupToken(db: Knex): Promise<string> {
  const token = await madeOnce(db, SETUP_TOKEN, generate());
  // It was there a moment ago: somebody else has made the administrator with it since.
  if (token === undefined) throw new CodedError('admin_exists', 'There is an administrator already');
  return token;
}

/** What was used once opens nothing again, should there be another first run. */
export async function forgetSetupToken(db: Knex): Promise<void> {
  await db('meta').where({ name: SETUP_TOKEN }).delete();
}

/** Small letters, spaces and missing dashes are forgiven. */
export function isSameToken(text: string, token: string): boolean {
  const given = bare(text);
  const wanted = bare(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const bare = (token: string): Buffer => Buffer.from(token.toUpperCase().replace(/[^0-9A-Z]/g, ''));

function generate(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replace(/(.{5})(?=.)/g, '$1-');
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const ALL_NETWORKS = new Set(['0.0.0.0', '::']);

/** Where a browser makes the first administrator: at the public address, else at the one that is listened on. */
export function setupAddress(
  server: Pick<ServerSettings, 'basePath' | 'publicUrl'>,
  at: Address,
  token: string,
): string {
  const host = ALL_NETWORKS.has(at.host) ? 'localhost' : at.host.includes(':') ? `[${at.host}]` : at.host;
  const base = publicBase(server) ?? `http://${host}:${at.port}${server.basePath}`;
  return `${base}/setup?token=${token}`;
}
