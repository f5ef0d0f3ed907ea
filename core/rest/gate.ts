/** Who is asking: a key in a header, checked and counted. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { CodedError } from '../ground/errors.js';
import { Refusal, tooMany } from '../http/refusal.js';
import { type ApiKey, budgetOf, type Guarded, may } from '../keys/api-key.js';
import { Budgets } from '../keys/budget.js';
import type { KeyFault } from '../keys/key-ring.js';
import { householdOf } from '../keys/networks.js';
import type { Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';

export interface Keys {
  verify(text: string, now: Date, address: string, connection: object): ApiKey | KeyFault;
  used(key: ApiKey, now: Date, address: string): void;
  refresh(): Promise<void>;
}

/** Who is signed in to the pages. */
export interface Visitors {
  of(req: Request): Visitor | null;
  /** Whether a request that changes something comes from a page of ours. */
  isOwnForm(req: Request): boolean;
}

/** How often an address may try what is wrong. */
export const FAILURES = { perMinute: 20, burst: 20 };
const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="Sidelight"' };
const BASIC_CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Sidelight", charset="UTF-8"' };
type Challenge = Readonly<Record<string, string>>;
const MESSAGES: Readonly<Record<Exclude<KeyFault, 'network'>, string>> = {
  malformed_key: 'This key is incomplete or mistyped: its checksum does not match',
  unknown_key: 'This key is unknown',
  revoked_key: 'This key was revoked',
  expired_key: 'This key has expired',
};

export class Gate {
  private readonly budgets = new Budgets();
  private readonly failures = new Budgets();

  constructor(
    private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly addressOf: (req: IncomingMessage) => string,
    private readonly visitors: Visitors,
  ) {}

  /** @throws no_key, malformed_key, unknown_key, expired_key, network, scope, rate_limit */
  async admit(req: Request, route: Guarded): Promise<ApiKey> {
    const now = this.clock.now();
    const address = this.addressOf(req);
    const key = await this.identify(req, route, now, address);
    if (!may(key, route, req.method ?? 'GET')) {
      const wanted = route.action === undefined ? '' : `: it needs scope full, or actions: [${route.action.family}]`;
      throw new CodedError(
        'scope',
        `The key "${key.name}" (${key.scope}) does not cover ${req.method} on this route${wanted}`,
      );
    }
    const wait = this.charge(key, now, address);
    if (wait > 0) throw tooMany(`The key "${key.name}" is over its limit`, wait, budgetOf(key)?.perMinute ?? 0);
    return key;
  }

  /**
   * What held when the head of a request came may not hold any more when its body has: a key that was revoked meanwhile does nothing.
   * @throws as `admit` does
   */
  async admitStill(req: Request, route: Guarded): Promise<void> {
    if (presentedKey(req.headers) === '') return;
    if (this.recognise(req, route, this.clock.now(), this.addressOf(req)) === null) await this.admit(req, route);
  }

  /** The same checks without I/O; null whenever `admit` has to say what is wrong. Counts nothing. */
  recognise(req: IncomingMessage, route: Guarded, now: Date, address: string): ApiKey | null {
    const text = presentedKey(req.headers);
    if (text === '') return null;
    const key = this.keys.verify(text, now, address, req.socket);
    return typeof key === 'string' || !may(key, route, req.method ?? 'GET') ? null : key;
  }

  /** Counts one request of a key. Returns 0, or the milliseconds that it has to wait. */
  charge(key: ApiKey, now: Date, address: string): number {
    const budget = budgetOf(key);
    const wait = budget === null ? 0 : this.budgets.take(key.id, budget, now.getTime());
    if (wait === 0) this.keys.used(key, now, address);
    return wait;
  }

  private async identify(req: Request, { basic }: Guarded, now: Date, address: string): Promise<ApiKey> {
    const challenge = basic === true ? BASIC_CHALLENGE : CHALLENGE;
    const text = presentedKey(req.headers) || (basic === true ? passwordIn(req.headers) : '');
    const visitor = text === '' ? this.visitors.of(req) : null;
    if (visitor !== null) return this.keyOf(visitor, req);
    // Nothing was tried, so nothing counts as a failed attempt.
    if (text === '') throw new Refusal('no_key', 'This route needs a key', challenge);
    const key = this.keys.verify(text, now, address, req.socket);
    if (typeof key !== 'string') return key;
    if (key === 'network') throw new CodedError('network', 'This key may not be used from this address');
    // A tile that still has a key of ours guesses nothing.
    if (key === 'revoked_key' || key === 'expired_key') throw refusalFor(key, challenge);
    const wait = this.failures.take(householdOf(address), FAILURES, now.getTime());
    if (wait > 0) throw tooMany('Too many wrong keys from this address', wait, FAILURES.perMinute);
    if (key !== 'unknown_key') throw refusalFor(key, challenge);
    return this.lookAgain(req, text, now, challenge);
  }

  /** Who is signed in reads all of the API; to change something, the request must come from a page of ours. */
  private keyOf(visitor: Visitor, req: Request): ApiKey {
    const reading = req.method === 'GET' || req.method === 'HEAD';
    if (!reading && !this.visitors.isOwnForm(req)) {
      throw new CodedError('csrf', 'This request was not sent by a page of Sidelight');
    }
    return sessionKey(visitor);
  }

  /** Another process may have made the key a moment ago. */
  private async lookAgain(req: Request, text: string, now: Date, challenge: Challenge): Promise<ApiKey> {
    await this.keys.refresh();
    const key = this.keys.verify(text, now, this.addressOf(req), req.socket);
    if (typeof key !== 'string') return key;
    if (key === 'network') throw new CodedError('network', 'This key may not be used from this address');
    throw refusalFor(key, challenge);
  }
}

/** Whether a key was ever ours is no matter of programs. */
const refusalFor = (fault: Exclude<KeyFault, 'network'>, challenge: Challenge): Refusal =>
  new Refusal(fault === 'revoked_key' ? 'unknown_key' : fault, MESSAGES[fault], challenge);

/** `x-api-token`, or `Authorization: Bearer`; '' when there is neither. */
export function presentedKey(headers: IncomingHttpHeaders): string {
  const token = headers['x-api-token'];
  if (typeof token === 'string' && token.trim() !== '') return token.trim();
  return /^bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? '';
}

/** Of Basic, whatever the name beside it; '' when there is none. */
function passwordIn({ authorization = '' }: IncomingHttpHeaders): string {
  const text = /^basic\s+(\S+)$/i.exec(authorization)?.[1] ?? '';
  const pair = Buffer.from(text, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1).trim();
}

/** Somebody who is signed in, as the API knows callers: a key for all of it, which is kept nowhere. */
const sessionKey = ({ name, via }: Visitor): ApiKey => ({
  id: `session:${via}:${name}`,
  name,
  prefix: `session:${name}`,
  scope: 'full',
  widgets: null,
  actions: null,
  networks: null,
  perMinute: null,
  privacy: null,
  expiresAt: null,
  createdAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  useCount: 0,
  declared: true,
});
