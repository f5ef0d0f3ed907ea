import { connectReceiver, HEALTH_EVENTS, RELEASE_EVENTS } from '@sidelight/servarr';

export const webhook = connectReceiver({
  ...RELEASE_EVENTS,
  ...HEALTH_EVENTS,
  DownloadFailure: ['release.queue'],
  ImportFailure: ['release.queue'],
  ArtistAdd: ['release.calendar'],
  ArtistDelete: ['release.titles', 'release.calendar', 'release.queue'],
  AlbumDelete: ['release.titles', 'release.calendar', 'release.queue'],
});
