import type { mediaItems } from '@sidelight/plugin-api';
import type { RowOf } from '#widgets/shared/rows.js';
import { of } from '../answers.js';

type Item = RowOf<typeof mediaItems>;

export const items: readonly Item[] = of<Omit<Item, 'source'>>(
  'living-room',
  {
    id: '7b0c4c5e',
    libraryId: 'films',
    kind: 'movie',
    title: 'Metropolis',
    year: 1927,
    addedAt: '2026-08-10T20:00:00.000Z',
    tmdb: '19',
    imdb: 'tt0017136',
  },
  {
    id: 'harbor',
    libraryId: 'series',
    kind: 'series',
    title: 'Example Harbor',
    year: 2025,
    addedAt: '2026-08-01T08:00:00.000Z',
    tvdb: '9900001',
    tmdb: '900001',
    imdb: 'tt9900001',
  },
  {
    id: 'harbor-2-1',
    libraryId: 'series',
    kind: 'episode',
    title: 'High Water',
    seriesId: 'harbor',
    series: 'Example Harbor',
    season: 2,
    episode: 1,
    year: 2026,
    addedAt: '2026-08-20T08:00:00.000Z',
    tvdb: '5501',
  },
  {
    id: 'harbor-1-1',
    libraryId: 'series',
    kind: 'episode',
    title: 'The Pier',
    seriesId: 'harbor',
    series: 'Example Harbor',
    season: 1,
    episode: 1,
    year: 2025,
    addedAt: '2026-08-19T08:00:00.000Z',
    tvdb: '5500',
  },
  { id: 'clip', libraryId: 'films', kind: 'other', title: 'A holiday film', addedAt: '2026-07-01T08:00:00.000Z' },
);
