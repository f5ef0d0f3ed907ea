/** One attempt to deliver one message, signed as the Standard Webhooks specification says. */
import { unescape as decoded } from 'node:querystring';
import { Webhook } from 'standardwebhooks';
import type { WebhookSettings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { bounded } from '../time/deadline.js';
import type { Told } from './events.js';
import { requestOf } from './formats.js';

export interface Message {
  /** The same on every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly event: Told;
  /** ISO: when it happened. */
  readonly at: string;
}

export interface Outcome {
  readonly ok: boolean;
  /** Absent when nothing answered. */
  readonly status?: number;
}

export interface DeliverParts {
  readonly clock: Clock;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

const DEADLINE_MS = 10_000;

/** Any 2xx is a success; a redirect is not followed. Never throws. */
export async function deliver(target: WebhookSettings, message: Message, parts: DeliverParts): Promise<Outcome> {
  const { clock, signal, userAgent } = parts;
  const request = requestOf(target, message.event, message.at);
  const { body } = request;
  const { url, authorization } = addressOf(request.url);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...authorization,
    ...request.headers,
    ...signature(target, message.id, body, clock.now()),
  };
  try {
    const bounds = { clock, deadlineMs: DEADLINE_MS, signal, what: 'a webhook' };
    return await bounded(bounds, async (own) => {
      const init = { method: 'POST', body, headers, redirect: 'manual', signal: own } as const;
      const response = await fetch(url, init);
      await response.body?.cancel();
      return { ok: response.ok, status: response.status };
    });
  } catch {
    // Nothing answered, for whatever reason; the reason could show the url, which may hold a secret.
    return { ok: false };
  }
}

/** Of targets that have a secret. @param at when this attempt is made: receivers refuse what is older than minutes */
export function signature(
  { secret }: Pick<WebhookSettings, 'secret'>,
  id: string,
  body: string,
  at: Date,
): Readonly<Record<string, string>> {
  if (secret === undefined) return {};
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** `fetch` takes no name and password in a url. A percent sign in one that encodes nothing stands for itself. */
function addressOf(text: string): { readonly url: string; readonly authorization: Readonly<Record<string, string>> } {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return { url: text, authorization: {} };
  const pair = [url.username, url.password].map((part) => decoded(part)).join(':');
  url.username = '';
  url.password = '';
  return { url: url.href, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}
