/** What opens the first run: `ABCDE-FGHJK-LMNPQ-RSTUV`, 100 bits, told by the log and by `sidelight admin`. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { ServerSettings } from '../config/settings.js';
import { CodedError } from '../errors.js';
import { publicBase } from '../http/base-url.js';

const NAME = 'setup.token';
/** No 0, O, 1, I: it may have to be typed. 32 of them, so that each byte gives one without a bias. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 20;

/**
 * The one that holds: made when it is first asked for, the same in every replica, until an administrator was made with it.
 * @throws admin_exists when that happens meanwhile
 */
export async function setupToken(db: Knex): Promise<string> {
  await db('meta').insert({ name: NAME, value: generate() }).onConflict('name').ignore();
  const row = await db('meta').where({ name: NAME }).first<{ value: string } | undefined>('value');
  // It was there a moment ago: somebody else has made the administrator with it since.
  if (row === undefined) throw new CodedError('admin_exists', 'There is an administrator already');
  return row.value;
}

/** What was used once opens nothing again, should there be another first run. */
export async function forgetSetupToken(db: Knex): Promise<void> {
  await db('meta').where({ name: NAME }).delete();
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
