import { connectReceiver, HEALTH_EVENTS, RELEASE_EVENTS } from '@sidelight/servarr';

export const webhook = connectReceiver({
  ...RELEASE_EVENTS,
  ...HEALTH_EVENTS,
  Download: [...RELEASE_EVENTS.Download, 'release.titles'],
  MovieAdded: ['release.titles', 'release.calendar'],
  MovieDelete: ['release.titles', 'release.calendar', 'release.queue'],
  MovieFileDelete: ['release.calendar', 'release.titles'],
});
