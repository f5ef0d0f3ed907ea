import { connectReceiver, HEALTH_EVENTS, RELEASE_EVENTS } from '@sidelight/servarr';

export const webhook = connectReceiver({
  ...RELEASE_EVENTS,
  ...HEALTH_EVENTS,
  MovieAdded: ['release.titles', 'release.calendar', 'release.wanted'],
  MovieDelete: ['release.titles', 'release.calendar', 'release.queue', 'release.wanted'],
  MovieFileDelete: ['release.calendar', 'release.titles', 'release.wanted'],
});
