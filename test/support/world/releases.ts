import type { releaseGrabs, releaseQueue, releaseTitles } from '@sidelight/plugin-api';
import type { RowOf } from '#widgets/shared/rows.js';
import { of } from '../answers.js';
import { KEYS } from './keys.js';

type Queued = RowOf<typeof releaseQueue>;
type Grab = RowOf<typeof releaseGrabs>;
type Title = RowOf<typeof releaseTitles>;

const film = { type: 'movie', state: 'downloading', records: 1 } as const;
const series = { type: 'episode', state: 'downloading', records: 1 } as const;

export const releases: readonly Queued[] = [
  ...of<Omit<Queued, 'source'>>(
    'films',
    {
      ...film,
      id: KEYS.nightOfTheLivingDead,
      downloadKey: KEYS.nightOfTheLivingDead,
      title: 'Night of the Living Dead',
      tmdb: '10331',
    },
    { ...film, id: KEYS.sintel, downloadKey: KEYS.sintel, title: 'Sintel', tmdb: '45745', is4k: true },
    { ...film, id: KEYS.tears, downloadKey: KEYS.tears, title: 'Tears of Steel', tmdb: '133701' },
    {
      ...film,
      id: KEYS.charade,
      downloadKey: KEYS.charade,
      title: 'Charade',
      tmdb: '4808',
      state: 'blocked',
      message: 'nothing is eligible for import',
    },
    { ...film, id: '44120022', title: 'His Girl Friday', tmdb: '3085', state: 'queued' },
  ),
  ...of<Omit<Queued, 'source'>>(
    'series',
    {
      ...series,
      id: KEYS.harbor,
      downloadKey: KEYS.harbor,
      title: 'Example Harbor',
      tvdb: '9900001',
      tmdb: '900001',
      season: 1,
      records: 8,
    },
    {
      ...series,
      id: KEYS.ridge,
      downloadKey: KEYS.ridge,
      title: 'Signal Ridge',
      tvdb: '9900002',
      season: 2,
      records: 2,
      state: 'blocked',
    },
    {
      ...series,
      id: KEYS.lanterns,
      downloadKey: KEYS.lanterns,
      title: 'Paper Lanterns',
      tvdb: '9900003',
      season: 1,
      state: 'failed',
    },
    { ...series, id: '5150', title: 'Paper Lanterns', tvdb: '9900003', season: 1, state: 'queued' },
  ),
];

/** The history of two managers, newest first. Charade has been grabbed before, as another release. */
export const grabs: readonly Grab[] = [
  ...of<Omit<Grab, 'source'>>(
    'films',
    {
      id: '70',
      downloadKey: KEYS.charade,
      type: 'movie',
      title: 'Charade.1963',
      tmdb: '4808',
      at: '2026-08-21T20:00:00.000Z',
    },
    {
      id: '61',
      downloadKey: 'F60718293A4B5C6D7E8F9001122334A1B2C3D4E5',
      type: 'movie',
      title: 'Metropolis.1927',
      tmdb: '19',
      at: '2026-08-02T20:00:00.000Z',
    },
  ),
];

export const titles: readonly Title[] = [
  ...of<Omit<Title, 'source'>>(
    'films',
    {
      id: '101',
      title: 'Metropolis',
      type: 'movie',
      date: '1927-01-10T00:00:00.000Z',
      hasFile: true,
      monitored: true,
      tmdb: '19',
      imdb: 'tt0017136',
    },
    {
      id: '1',
      title: 'Night of the Living Dead',
      type: 'movie',
      hasFile: false,
      monitored: true,
      tmdb: '10331',
      imdb: 'tt0063350',
    },
  ),
  ...of<Omit<Title, 'source'>>(
    'series',
    {
      id: '11',
      title: 'Example Harbor',
      type: 'episode',
      date: '2025-03-01T00:00:00.000Z',
      hasFile: false,
      monitored: true,
      tvdb: '9900001',
      tmdb: '900001',
    },
    { id: '13', title: 'Paper Lanterns', type: 'episode', hasFile: true, monitored: true, tvdb: '9900003' },
  ),
];
