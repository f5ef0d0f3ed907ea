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

  /**
   * @param presented by the integration's own headers
   * @throws not_found, webhook_off, webhook_secret, rate_limit
   */
  admit(id: string, presented: (own: readonly string[]) => readonly string[], address: string): Source {
    const source = this.parts.sources.get(id);
    if (source === undefined) throw new CodedError('not_found', `There is no integration "${id}"`);
    const { webhookSecret } = source;
    if (webhookSecret === undefined) throw new CodedError('webhook_off', `${id} does not accept webhooks yet`);
    const secrets = presented(secretHeadersOf(source));
    if (secrets.map((one) => isSame(one, webhookSecret)).includes(true)) return source;
    // Without one nothing was tried, so nothing counts as a failed attempt.
    if (secrets.length > 0) this.charge(address);
    this.parts.turnedAway(id);
    const text = secrets.length === 0 ? 'This webhook has no secret' : 'This is not the secret of this integration';
    throw new Refusal('webhook_secret', text, CHALLENGE);
  }

  private charge(address: string): void {
    const wait = this.failures.take(address, FAILURES, this.parts.clock.now().getTime());
    if (wait > 0) throw tooMany('Too many wrong secrets from this address', wait, FAILURES.perMinute);
  }
}

/** In lower case, as headers come in. */
export const secretHeadersOf = ({ integration }: Source): readonly string[] =>
  (integration?.webhook?.secretHeaders ?? []).map((name) => name.toLowerCase());

/**
 * The secret from the first of `x-webhook-secret`, `Authorization` (some senders cannot write `Bearer` before it) and `?secret=`, for
 * senders that can set neither; and what is in Basic's password and in the integration's own headers, which a proxy may have filled
 * with something else.
 */
export function presentedSecrets(
  headers: IncomingHttpHeaders,
  query: unknown,
  own: readonly string[],
): readonly string[] {
  const authorization = headers.authorization?.trim() ?? '';
  const bearer = /^(?:bearer\s+)?(\S+)$/i.exec(authorization)?.[1];
  const anyones = [headers['x-webhook-secret'], bearer, query].filter(isText).slice(0, 1);
  return [...anyones, ...[passwordOf(authorization), ...own.map((name) => headers[name])].filter(isText)];
}

/** Of Basic, whatever the name before it: some senders can give nothing else. */
function passwordOf(authorization: string): string | undefined {
  const pair = /^basic\s+(\S+)$/i.exec(authorization)?.[1];
  return pair === undefined ? undefined : /:(.*)$/s.exec(Buffer.from(pair, 'base64').toString('utf8'))?.[1];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Takes as long whatever they have in common. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
