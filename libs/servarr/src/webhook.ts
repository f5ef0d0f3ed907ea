/** Connect: what the managers push on an event. */
import type { WebhookReceiver } from '@sidelight/plugin-api';

/** A manager lists what it grabbed five seconds later, when it has asked its client again. */
const AFTER_GRAB = { run: ['release.queue'], afterMs: 8_000 } as const;

/** @param runs event → the tasks that it concerns; any other event concerns none */
export const connectReceiver = (runs: Readonly<Record<string, readonly string[]>>): WebhookReceiver => ({
  receive(body) {
    const event = typeof body === 'object' && body !== null && 'eventType' in body ? body.eventType : '';
    if (typeof event !== 'string' || event === '') return { event: 'unknown', run: [] };
    const run = runs[event] ?? [];
    return event === 'Grab' && run.length > 0 ? { event, run, again: AFTER_GRAB } : { event, run };
  },
});

/** Events that mean the same to every manager with a queue. An import changes what is still missing. */
export const RELEASE_EVENTS = {
  Grab: ['release.queue', 'release.grabs'],
  Download: ['release.queue', 'release.calendar', 'release.titles', 'release.wanted'],
  ManualInteractionRequired: ['release.queue'],
} as const;

export const HEALTH_EVENTS = {
  Health: ['ops.health'],
  HealthRestored: ['ops.health'],
  ApplicationUpdate: ['ops.health'],
} as const;
