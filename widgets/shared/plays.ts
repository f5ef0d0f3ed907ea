import { mediaPlayback, mediaUsers, tally } from '@sidelight/plugin-api';

/** Playback counts by window. A viewer is a user of one server: the same name on two servers is two viewers. */
export const playReads = {
  recent: tally(mediaPlayback, { since: '15m' }),
  today: tally(mediaPlayback, { since: 'midnight', distinct: 'userId' }),
  day: tally(mediaPlayback, { since: '24h' }),
  users: tally(mediaUsers),
};
