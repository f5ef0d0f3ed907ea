/** Who asks: every kind of caller that the gate tells apart. */
import { join } from 'node:path';
import { commandHere } from '../support/command-here.js';
import type { DaemonHere } from '../support/daemon-here.js';
import { signedIn } from '../support/visitor.js';

export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Checked like a key of ours, and known nowhere. */
const CUT = 'sl_0123456789';

/** @param flags that name the config of the daemon to a command */
export async function callersOf(daemon: DaemonHere, flags: readonly string[]): Promise<readonly Caller[]> {
  const unlimited = { perMinute: 0 };
  const revoked = await daemon.key('full', { ...unlimited, name: 'revoked' });
  await commandHere(['keys', 'revoke', 'revoked', '--data', join(daemon.folder, 'data'), ...flags], daemon.folder);
  const keys = {
    'a wrong key': CUT,
    'a revoked key': revoked,
    'an expired key': await daemon.key('full', { ...unlimited, expiresAt: '2020-01-01T00:00:00.000Z' }),
    'a key from elsewhere': await daemon.key('full', { ...unlimited, networks: ['192.0.2.0/24'] }),
    'a narrow key': await daemon.key('widgets-write', { ...unlimited, widgets: ['downloads', 'requests'] }),
    'a budget of 60': await daemon.key('full', { perMinute: 60 }),
    'metrics alone': await daemon.key('metrics', unlimited),
    'widgets-only': await daemon.key('widgets-only', unlimited),
    'widgets-write': await daemon.key('widgets-write', unlimited),
    'jobs beyond widgets-write': await daemon.key('widgets-write', { ...unlimited, actions: ['jobs', 'release.grab'] }),
    full: await daemon.key('full', unlimited),
  };
  const admin = await signedIn(daemon);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return [
    { name: 'no key', headers: {} },
    ...Object.entries(keys).map(([name, key]) => ({ name, headers: { 'x-api-token': key } })),
    { name: 'full, as Bearer', headers: { authorization: `Bearer ${keys.full}` } },
    { name: 'an admin’s session', headers: { cookie } },
    { name: 'an admin’s page', headers: { cookie, 'x-csrf-token': admin.token, origin: daemon.url } },
  ];
}

/** Those that may do everything, as often as they like. */
export const UNBOUND: readonly string[] = ['full', 'full, as Bearer'];

/** One that may read all of the API. */
export function readerOf(callers: readonly Caller[]): Caller {
  const full = callers.find(({ name }) => name === UNBOUND[0]);
  if (full === undefined) throw new Error('there is no caller with scope full');
  return full;
}
