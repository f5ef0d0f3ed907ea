import { connectReceiver, HEALTH_EVENTS, RELEASE_EVENTS } from '@sidelight/servarr';

export const webhook = connectReceiver({
  ...RELEASE_EVENTS,
  ...HEALTH_EVENTS,
  SeriesAdd: ['release.titles', 'release.calendar', 'release.wanted'],
  SeriesDelete: ['release.titles', 'release.calendar', 'release.queue', 'release.wanted'],
  EpisodeFileDelete: ['release.calendar', 'release.titles', 'release.wanted'],
});
