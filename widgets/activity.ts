import { ago, cached, defineWidget, listOf, mediaPlayback, tally } from '@sidelight/plugin-api';
import { int, object, oneOf, text, time } from './shared/fields.js';
import { fullTitle } from './shared/labels.js';
import { globalId } from './shared/rows.js';

export const widget = defineWidget({
  id: 'activity',
  summary: 'The latest plays',
  reads: { all: tally(mediaPlayback), plays: cached(mediaPlayback, { newest: 100 }) },
  response: object({
    count: int('All plays on record'),
    items: listOf({
      id: text(),
      viewer: text(),
      title: text('"Series – Episode" of an episode'),
      method: oneOf('direct', 'remux', 'transcode'),
      client: text(),
      playedAt: time(),
      playedSeconds: int('Without pauses'),
    }),
  }),
  tile: {
    title: 'Activity',
    group: 'playback',
    icon: 'mdi-history',
    stats: [{ field: 'count', label: 'Plays', format: 'number' }],
    list: { items: 'items', name: 'title', details: ['viewer', 'client', 'method'], at: 'playedAt' },
  },
  render: ({ all, plays }, { now, limit }) => ({
    count: all.count,
    items: plays.items.slice(0, limit).map((play) => ({
      id: globalId(play.source, play.id),
      viewer: play.viewer,
      title: play.episode === undefined ? play.title : fullTitle(play.title, play.episode),
      // An imported play may not tell; a file played as it is is the rule.
      method: play.method ?? 'direct',
      client: play.client,
      playedAt: play.startedAt,
      playedSeconds: play.playedSeconds ?? 0,
      label: ago(play.startedAt, now),
    })),
  }),
});
