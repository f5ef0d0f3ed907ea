import type { WebhookReceiver } from '@sidelight/plugin-api';

const RUNS: Readonly<Record<string, readonly string[]>> = {
  play: ['media.sessions'],
  pause: ['media.sessions'],
  resume: ['media.sessions'],
  error: ['media.sessions'],
  stop: ['media.sessions', 'media.playback'],
};

/** A play is written a moment after its end was told. */
const WRITTEN_MS = 5000;

/** The body is what its owner made of it: the field `event` is that of our README. */
export const webhook: WebhookReceiver = {
  receive(body) {
    const event = typeof body === 'object' && body !== null && 'event' in body ? body.event : '';
    if (typeof event !== 'string' || event === '') return { event: 'unknown', run: [] };
    const meaning = { event, run: RUNS[event] ?? [] };
    return event === 'stop' ? { ...meaning, again: { run: ['media.playback'], afterMs: WRITTEN_MS } } : meaning;
  },
};
