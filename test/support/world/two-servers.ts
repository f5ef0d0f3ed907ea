/**
 * Two media servers whose ids are the same small numbers: 7 is a film on both, and not the same one; 8 is a series here and
 * there. Both hold `Metropolis`, as 9 and as 7. A request manager speaks of the titles of `attic`, a cleanup tool of those of
 * `cellar`; whether they say so is up to the test.
 */
import { type AnyPort, cleanupItems, type ItemOf, mediaItems, refTo, requestItems } from '@sidelight/plugin-api';
import type { RowOf } from '#widgets/shared/rows.js';
import { of } from '../answers.js';

type Item = ItemOf<typeof mediaItems>;
type Request = ItemOf<typeof requestItems>;
type Cleanup = ItemOf<typeof cleanupItems>;

const added = { libraryId: '1', addedAt: '2026-08-10T20:00:00.000Z' } as const;
const asked = { status: 'available', requestedBy: 'ada', is4k: false } as const;

export const attic: readonly Item[] = [
  { ...added, id: '7', kind: 'movie', title: 'The General', tmdb: '961' },
  { ...added, id: '8', kind: 'series', title: 'Example Harbor', tvdb: '9900001' },
  {
    ...added,
    id: '81',
    kind: 'episode',
    title: 'The Pier',
    seriesId: '8',
    series: 'Example Harbor',
    season: 1,
    tvdb: '7',
  },
  { ...added, id: '9', kind: 'movie', title: 'Metropolis', tmdb: '19' },
  { ...added, id: '10', kind: 'movie', title: 'Alone in the attic' },
];

export const cellar: readonly Item[] = [
  { ...added, id: '7', kind: 'movie', title: 'Metropolis', tmdb: '19' },
  { ...added, id: '8', kind: 'series', title: 'Signal Ridge', tvdb: '9900002' },
  {
    ...added,
    id: '81',
    kind: 'episode',
    title: 'Uphill',
    seriesId: '8',
    series: 'Signal Ridge',
    season: 1,
    tvdb: '961',
  },
  { ...added, id: '9', kind: 'movie', title: 'Charade', tmdb: '4808' },
];

/** Of the titles of `attic`. */
const WISHES: readonly Request[] = [
  {
    ...asked,
    id: 'general',
    type: 'movie',
    title: 'The General',
    requestedAt: '2026-08-01T10:00:00.000Z',
    mediaItemId: '7',
    tmdb: '961',
  },
  {
    ...asked,
    id: 'harbor',
    type: 'show',
    title: 'Example Harbor',
    requestedAt: '2026-08-02T10:00:00.000Z',
    mediaItemId: '8',
    tvdb: '9900001',
  },
  {
    ...asked,
    id: 'metropolis',
    type: 'movie',
    title: 'Metropolis',
    requestedAt: '2026-08-03T10:00:00.000Z',
    mediaItemId: '9',
    tmdb: '19',
  },
  { ...asked, id: 'alone', type: 'movie', title: 'Alone', requestedAt: '2026-08-04T10:00:00.000Z', mediaItemId: '10' },
];

/** Of the titles of `cellar`. */
const DOOMED: readonly Cleanup[] = [
  { id: 'c7', itemId: '7', kind: 'movie', title: 'Metropolis', collection: 'Old films', tmdb: '19' },
  { id: 'c8', itemId: '8', kind: 'series', title: 'Signal Ridge', collection: 'Old series', tvdb: '9900002' },
  { id: 'c9', itemId: '9', kind: 'movie', title: 'Charade', collection: 'Seen', tmdb: '4808' },
];

export interface Ties {
  /** Whether the entries of the two tools say `server:`. */
  readonly tied: boolean;
  /** Whether anybody knows ids of the public databases. */
  readonly publicIds: boolean;
}

type Row = { readonly source: string };
type Work = { readonly tmdb?: string; readonly tvdb?: string };

/** The tables of the world, as the daemon would hold them. */
export function twoServers({ tied, publicIds }: Ties): readonly (readonly [port: AnyPort, rows: readonly Row[]])[] {
  const known = <T extends Work>({ tmdb, tvdb, ...row }: T) => ({ ...row, ...(publicIds ? { tmdb, tvdb } : {}) }) as T;
  const ref = (id: string | undefined, server: string) => refTo(id ?? '', tied ? server : undefined);
  const wishes: readonly RowOf<typeof requestItems>[] = of(
    'wishes',
    ...WISHES.map((row) => known({ ...row, mediaItemId: ref(row.mediaItemId, 'attic') })),
  );
  const doomed = of('broom', ...DOOMED.map((row) => known({ ...row, itemId: ref(row.itemId, 'cellar') })));
  const items = [...of('attic', ...attic.map(known)), ...of('cellar', ...cellar.map(known))];
  return [
    [mediaItems, items],
    [requestItems, wishes],
    [cleanupItems, doomed],
  ];
}
