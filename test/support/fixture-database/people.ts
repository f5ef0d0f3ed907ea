/** Who may do what: keys, the administrator, sessions, and the traces that they leave. */
import { createHmac } from 'node:crypto';
import type { SessionData } from 'express-session';
import type { Knex } from 'knex';
import { type AuditEntry, AuditTable } from '#core/audit/audit-table.js';
import { Admins } from '#core/auth/admins.js';
import { instanceSecret, setupToken } from '#core/auth/instance.js';
import { SessionStore } from '#core/auth/session-store.js';
import { SESSION_COOKIE } from '#core/auth/sessions.js';
import { silentLog } from '#core/ground/log.js';
import type { NewKey } from '#core/keys/api-key.js';
import type { KeyStore } from '#core/keys/key-store.js';
import { PackMemory } from '#core/pages/start/steps.js';
import { Replays } from '#core/rest/replays.js';
import { OWN, type Visitor } from '#core/settings/settings.js';
import type { Clock } from '#core/time/clock.js';
import { AT } from './household.js';

export const ADMIN = { name: 'ada', password: 'café au lait, deux sucres' };
const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.parse(AT) + days * DAY_MS).toISOString();

/** May be used from here. */
export const ADDRESS = '10.0.0.5';

export const NEW_KEYS: readonly NewKey[] = [
  { name: 'plain' },
  {
    name: 'wall tablet – Küche',
    scope: 'widgets-only',
    widgets: ['homepage', 'activity'],
    networks: ['10.0.0.0/8', 'fd00::/8'],
    perMinute: 30,
    expiresAt: inDays(365),
  },
  { name: 'automation', scope: 'widgets-write', perMinute: 0 },
  { name: 'everything', scope: 'full' },
  { name: 'outdated', expiresAt: inDays(-1) },
  { name: 'revoked', scope: 'full' },
];

/** Returns the keys in clear, by name. */
export async function makeKeys(keys: KeyStore): Promise<Readonly<Record<string, string>>> {
  const made: Record<string, string> = {};
  for (const [index, input] of NEW_KEYS.entries()) {
    const { key, record } = await keys.create(input);
    made[input.name] = key;
    for (let use = 0; use < index; use++) keys.used(record, new Date(AT), ADDRESS);
  }
  await keys.flushLastUsed();
  await keys.revoke('revoked');
  return made;
}

const VISITORS: Readonly<Record<string, Visitor>> = {
  'session-of-ada': { name: ADMIN.name, via: OWN },
  'session-of-björn': { name: 'Björn', via: 'home' },
};

/** As express-session keeps it. */
export const SESSIONS: Readonly<Record<string, SessionData>> = Object.fromEntries(
  Object.entries(VISITORS).map(([id, visitor]) => {
    const cookie = { originalMaxAge: 7 * DAY_MS, httpOnly: true, path: '/', sameSite: 'lax' };
    return [id, { cookie, visitor, since: AT } as unknown as SessionData];
  }),
);

export const ACTION: AuditEntry = {
  at: AT,
  kind: 'action',
  who: '',
  keyPrefix: 'sl_fixture',
  address: ADDRESS,
  route: 'sessions/stop',
  target: 'home:session – 名',
  result: 'ok',
};

/** Asked again under its Idempotency-Key, it gets the same answer without being done again. */
export const ATTEMPT = { owner: 'automation', key: 'once', route: 'sessions/stop', body: { sessionId: 'home:1' } };
export const ANSWER = { done: true, text: 'stopped – ✓' };

/** Returns the secret of the installation, and a session's cookie that is signed with it. */
export async function makePeople(
  db: Knex,
  clock: Clock,
): Promise<{ readonly secret: string; readonly cookie: string }> {
  await setupToken(db);
  await new Admins(db, clock).createFirst(ADMIN.name, ADMIN.password);
  const store = new SessionStore(db, clock);
  for (const [id, session] of Object.entries(SESSIONS)) {
    await new Promise<void>((resolve, reject) =>
      store.set(id, session, (error) => (error ? reject(error) : resolve())),
    );
  }
  await new AuditTable(db).insert(ACTION);
  await new Replays(db, clock, silentLog).once(ATTEMPT, async () => ANSWER);
  await new PackMemory(db).take();
  const secret = await instanceSecret(db);
  const id = 'session-of-ada';
  const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
  return { secret, cookie: `${SESSION_COOKIE}=${encodeURIComponent(`s:${id}.${signature}`)}` };
}
