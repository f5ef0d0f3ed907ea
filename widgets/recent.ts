import {
  ago,
  cached,
  defineWidget,
  listOf,
  mediaItems,
  mediaLibraries,
  optional,
  picture,
  tally,
} from '@sidelight/plugin-api';
import { arrivals } from './shared/arrivals.js';
import { entityId, int, nullable, object, oneOf, text, time } from './shared/fields.js';
import { counted, fullTitle } from './shared/labels.js';
import { libraryFields, libraryReads, worksOf } from './shared/library.js';
import { globalId, posterOf } from './shared/rows.js';

export const widget = defineWidget({
  id: 'recent',
  summary: 'The newest titles in the library; episodes of one series added together are one title',
  reads: {
    all: tally(mediaItems, { distinct: 'workId' }),
    week: tally(mediaItems, { since: '7d', distinct: 'workId' }),
    addedMovies: libraryReads.addedMovies,
    addedEpisodes: libraryReads.addedEpisodes,
    // More than a list shows, because a new series is many rows and one title.
    newest: cached(mediaItems, { newest: 500 }),
    libraries: optional(cached(mediaLibraries)),
  },
  response: object({
    count: int('All titles in the library'),
    addedWeek: int('Added in the last 7 days'),
    addedMovies: libraryFields.addedMovies,
    addedEpisodes: libraryFields.addedEpisodes,
    items: listOf({
      id: entityId('title'),
      title: text('"Series – Title" of a season or an episode'),
      type: oneOf('movie', 'series', 'season', 'episode', 'album', 'other'),
      year: nullable(int()),
      added: time(),
      artist: text(),
      resolution: text(),
      addedKind: oneOf('added', 'file', 'unknown'),
      episodes: int('Other episodes added on the same day'),
      more: text('"+3 episodes", or nothing'),
      library: text('The names of its libraries'),
      poster: picture(),
    }),
  }),
  tile: {
    title: 'Recently added',
    group: 'library',
    icon: 'mdi-new-box',
    starter: true,
    stats: [
      { field: 'addedWeek', label: 'This week', format: 'number' },
      { field: 'addedMovies', label: 'New films', format: 'number' },
      { field: 'addedEpisodes', label: 'New episodes', format: 'number' },
      { field: 'count', label: 'Total', format: 'number' },
    ],
    list: {
      items: 'items',
      name: 'title',
      details: ['type', 'artist', 'year', 'more', 'resolution', 'library'],
      at: 'added',
      image: 'poster',
    },
  },
  render: ({ all, week, addedMovies, addedEpisodes, newest, libraries }, { now, zone, limit }) => {
    const names = new Map(libraries.items.map(({ source, id, name }) => [globalId(source, id), name]));
    return {
      count: worksOf(all),
      addedWeek: worksOf(week),
      addedMovies: worksOf(addedMovies),
      addedEpisodes: worksOf(addedEpisodes),
      items: arrivals(newest.items, zone)
        .slice(0, limit)
        .map(({ item, episodes, libraries: held }) => ({
          id: globalId(item.source, item.id),
          title: fullTitle(item.series, item.title),
          type: item.kind,
          year: item.year ?? null,
          added: item.addedAt,
          artist: item.artist ?? '',
          resolution: item.resolution ?? '',
          addedKind: item.addedKind ?? 'unknown',
          episodes,
          more: episodes === 0 ? '' : `+${counted(episodes, 'episode')}`,
          poster: posterOf(item),
          library: held.flatMap((id) => names.get(id) ?? []).join(', '),
          label: ago(item.addedAt, now),
        })),
    };
  },
});
