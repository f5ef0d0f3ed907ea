import { ago, cached, defineWidget, listOf, mediaPlayback, tally } from '@sidelight/plugin-api';
import { flag, int, method, nullable, object, oneOf, text, time } from './shared/fields.js';
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
      method: method(),
      client: text(),
      playedAt: time(),
      playedSeconds: int('Without pauses'),
      season: nullable(int()),
      episode: nullable(int()),
      artist: text(),
      album: text(),
      device: text(),
      runtimeSeconds: nullable(int('Of the title')),
      remote: nullable(flag('From outside of the server’s network')),
      endedAt: nullable(time()),
      origin: oneOf('recorded', 'native', 'imported', 'gap', 'unknown'),
      approximate: flag('Its times are'),
    }),
  }),
  tile: {
    title: 'Activity',
    group: 'playback',
    icon: 'mdi-history',
    stats: [{ field: 'count', label: 'Plays', format: 'number' }],
    list: { items: 'items', name: 'title', details: ['viewer', 'artist', 'client', 'method'], at: 'playedAt' },
  },
  render: ({ all, plays }, { now, limit }) => ({
    count: all.count,
    items: plays.items.slice(0, limit).map((play) => ({
      id: globalId(play.source, play.id),
      viewer: play.viewer ?? '',
      title: play.episode === undefined ? play.title : fullTitle(play.title, play.episode),
      method: play.method ?? 'unknown',
      client: play.client ?? '',
      playedAt: play.startedAt,
      playedSeconds: play.playedSeconds ?? 0,
      season: play.season ?? null,
      episode: play.episodeNumber ?? null,
      artist: play.artist ?? '',
      album: play.album ?? '',
      device: play.device ?? '',
      runtimeSeconds: play.runtimeSeconds ?? null,
      remote: play.remote ?? null,
      endedAt: play.endedAt ?? null,
      origin: play.origin ?? 'unknown',
      approximate: play.approximate ?? false,
      label: ago(play.startedAt, now),
    })),
  }),
});
