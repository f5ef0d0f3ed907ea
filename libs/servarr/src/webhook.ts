/** Connect: what the managers push on an event. */
import type { WebhookReceiver } from '@sidelight/plugin-api';

/** @param runs event → the tasks that it concerns; any other event concerns none */
export const connectReceiver = (runs: Readonly<Record<string, readonly string[]>>): WebhookReceiver => ({
  receive(body) {
    const event = typeof body === 'object' && body !== null && 'eventType' in body ? body.eventType : '';
    return typeof event === 'string' && event !== ''
      ? { event, run: runs[event] ?? [] }
      : { event: 'unknown', run: [] };
  },
});

/** Events that mean the same to every manager with a queue. An import changes what is still missing. */
export const RELEASE_EVENTS = {
  Grab: ['release.queue', 'release.grabs'],
  Download: ['release.queue', 'release.calendar'],
  ManualInteractionRequired: ['release.queue'],
} as const;

export const HEALTH_EVENTS = {
  Health: ['ops.health'],
  HealthRestored: ['ops.health'],
  ApplicationUpdate: ['ops.health'],
} as const;
