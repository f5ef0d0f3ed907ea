import type { WebhookReceiver } from '@sidelight/plugin-api';

/** What each notification of Jellyfin's webhook plugin makes worth a look. PlaybackProgress comes every few seconds: the schedule does. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  PlaybackStart: ['media.sessions'],
  PlaybackStop: ['media.sessions'],
  ItemAdded: ['items'],
  ItemDeleted: ['sweep'],
  TaskCompleted: ['media.jobs'],
  SessionStart: ['media.devices'],
  UserCreated: ['media.users'],
  UserDeleted: ['media.users'],
  UserUpdated: ['media.users'],
};

export const webhook: WebhookReceiver = {
  receive(body) {
    const event = typeof body === 'object' && body !== null && 'NotificationType' in body ? body.NotificationType : '';
    return typeof event === 'string' && event !== ''
      ? { event, run: RUNS[event] ?? [] }
      : { event: 'unknown', run: [] };
  },
};
