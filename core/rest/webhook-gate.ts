/** Whose webhook it is: each integration has a secret of its own, which is no key. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CodedError } from '../ground/errors.js';
import { Refusal, tooMany } from '../http/refusal.js';
import { Budgets } from '../keys/budget.js';
import type { Source, Sources } from '../plugins/source.js';
import type { Clock } from '../time/clock.js';
import { FAILURES } from './gate.js';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="Sidelight webhooks"' };

export interface WebhookGateParts {
  readonly sources: Pick<Sources, 'get'>;
  readonly clock: Clock;
  /** Told of each one without the right secret, unless its sender has tried too often. */
  readonly turnedAway: (source: string) => void;
}

export class WebhookGate {
  private readonly failures = new Budgets();

  constructor(private readonly parts: WebhookGateParts) {}

  /** @throws not_found, webhook_off, webhook_secret, rate_limit */
  admit(id: string, secret: string, address: string): Source {
    const source = this.parts.sources.get(id);
    if (source === undefined) throw new CodedError('not_found', `There is no integration "${id}"`);
    if (source.webhookSecret === undefined) throw new CodedError('webhook_off', `${id} takes no webhooks as yet`);
    if (isSame(secret, source.webhookSecret)) return source;
    // Without one nothing was tried, so nothing counts as a failed attempt.
    if (secret !== '') this.charge(address);
    this.parts.turnedAway(id);
    const text = secret === '' ? 'This webhook carries no secret' : 'This is not the secret of this integration';
    throw new Refusal('webhook_secret', text, CHALLENGE);
  }

  private charge(address: string): void {
    const wait = this.failures.take(address, FAILURES, this.parts.clock.now().getTime());
    if (wait > 0) throw tooMany('Too many wrong secrets from this address', wait, FAILURES.perMinute);
  }
}

/** `x-webhook-secret`, `Authorization` (some senders cannot write `Bearer` before it), or `?secret=` for senders that can set neither; '' when there is none. */
export function presentedSecret(headers: IncomingHttpHeaders, query: unknown): string {
  const header = headers['x-webhook-secret'];
  if (typeof header === 'string' && header !== '') return header;
  const bearer = /^(?:bearer\s+)?(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  return typeof query === 'string' ? query : '';
}

/** Takes as long whatever they have in common. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
