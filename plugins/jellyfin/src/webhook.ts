import { webhookWith } from '@sidelight/mediabrowser';

/** What each notification of Jellyfin's webhook plugin makes worth a look. PlaybackProgress comes every few seconds: the schedule does. */
export const webhook = webhookWith('NotificationType', {
  PlaybackStart: ['media.sessions'],
  PlaybackStop: ['media.sessions'],
  ItemAdded: ['items'],
  ItemDeleted: ['sweep'],
  TaskCompleted: ['media.jobs'],
  SessionStart: ['media.devices'],
  UserCreated: ['media.users'],
  UserDeleted: ['media.users'],
  UserUpdated: ['media.users'],
});
