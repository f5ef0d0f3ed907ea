import { webhookWith } from '@sidelight/mediabrowser';

const SESSIONS = ['media.sessions'];

/** What each notification makes worth a look. Any other is taken, and means nothing: versions differ in what they send. */
export const webhook = webhookWith('Event', {
  'playback.start': SESSIONS,
  'playback.stop': SESSIONS,
  'playback.pause': SESSIONS,
  'playback.unpause': SESSIONS,
  'library.new': ['items'],
  'library.deleted': ['sweep'],
});
