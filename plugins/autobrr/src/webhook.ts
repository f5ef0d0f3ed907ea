/** The notifications that autobrr posts. Their releases have no ids, and those of its test button are made up: only the event counts. */
import type { WebhookReceiver } from '@sidelight/plugin-api';

const HITS = ['feed.hits', 'feed.counts'];
/** Channels are joined within seconds of a connection. */
const JOINED = { run: ['ops.health'], afterMs: 60_000 } as const;

export const webhook: WebhookReceiver = {
  receive(body) {
    const event = typeof body === 'object' && body !== null && 'event' in body ? body.event : '';
    if (typeof event !== 'string' || event === '') return { event: 'unknown', run: [] };
    if (event.startsWith('irc.')) return { event, run: ['ops.health'], again: JOINED };
    return { event, run: event.startsWith('release.') || event.startsWith('action.') ? HITS : [] };
  },
};
