import { mediaDevices, mediaJobs, mediaSessions, type WebhookReceiver } from '@sidelight/plugin-api';

/** What each event makes worth a look. They come for all servers of an account: one of another server costs a look in vain. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  'media.play': [mediaSessions.id],
  'media.pause': [mediaSessions.id],
  'media.resume': [mediaSessions.id],
  'media.stop': [mediaSessions.id],
  'media.scrobble': [mediaSessions.id],
  'playback.started': [mediaSessions.id],
  'library.new': ['items'],
  'library.on.deck': ['items'],
  'device.new': [mediaDevices.id],
  'admin.database.backup': [mediaJobs.id],
  'admin.database.corrupted': [mediaJobs.id],
};

/** Plex sends a form: its part `payload` is what is received here, the picture beside it is left out. */
export const webhook: WebhookReceiver = {
  receive(body) {
    const event = typeof body === 'object' && body !== null && 'event' in body ? body.event : '';
    return typeof event === 'string' && event !== ''
      ? { event, run: RUNS[event] ?? [] }
      : { event: 'unknown', run: [] };
  },
};
