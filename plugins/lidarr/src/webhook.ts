import { connectReceiver, HEALTH_EVENTS, RELEASE_EVENTS } from '@sidelight/servarr';

export const webhook = connectReceiver({
  ...RELEASE_EVENTS,
  ...HEALTH_EVENTS,
  // The list of all albums is too large to be asked for after each of them.
  Download: ['release.queue', 'release.calendar', 'release.wanted'],
  DownloadFailure: ['release.queue'],
  ImportFailure: ['release.queue'],
  ArtistAdd: ['release.calendar', 'release.wanted'],
  ArtistDelete: ['release.titles', 'release.calendar', 'release.queue', 'release.wanted'],
  AlbumDelete: ['release.titles', 'release.calendar', 'release.queue', 'release.wanted'],
});
