/** Titles, their files, and what is wrong with them. */
import type { ItemIn, mediaFiles, mediaFlaws, mediaItems } from '@sidelight/plugin-api';
import { artistOf, imageOf, resolutionOf, workIdsOf } from './map-work.js';
import { isoTime } from './times.js';
import type * as up from './upstream.js';

type Row = ItemIn<typeof mediaItems>;
type FileRow = ItemIn<typeof mediaFiles>;
type Flaw = ItemIn<typeof mediaFlaws>;

const SHOWS = ['Series', 'Season', 'Episode'];
const TYPES: Readonly<Record<string, readonly string[]>> = {
  movies: ['Movie'],
  tvshows: SHOWS,
  music: ['MusicAlbum', 'Audio'],
  musicvideos: ['MusicVideo'],
  homevideos: ['Video'],
  books: ['Book', 'AudioBook'],
};
const MIXED = ['Movie', ...SHOWS, 'Video'];

/** The item types to ask a library of this CollectionType for. */
export const typesOf = (kind: string | undefined): readonly string[] => TYPES[kind ?? ''] ?? MIXED;

/** Tracks are files of an album, not titles of their own. */
export const isTitle = (item: up.Item): boolean => item.Type !== 'Audio';

const KINDS = new Map<string, Row['kind']>([
  ['Movie', 'movie'],
  ['Series', 'series'],
  ['Season', 'season'],
  ['Episode', 'episode'],
  ['MusicAlbum', 'album'],
]);
const FILE_KINDS = new Map<string, FileRow['kind']>([
  ['Movie', 'movie'],
  ['Episode', 'episode'],
  ['Audio', 'track'],
]);

/** A title whose age the server does not tell is not new. */
const LONG_AGO = new Date(0).toISOString();

export const isVirtual = (item: up.Item): boolean => item.LocationType === 'Virtual';

export function itemOf(item: up.Item, libraryId: string): Row {
  const addedAt = isoTime(item.DateCreated);
  return {
    id: item.Id,
    libraryId,
    kind: KINDS.get(item.Type) ?? 'other',
    title: item.Name ?? '',
    seriesId: item.SeriesId ?? undefined,
    series: item.SeriesName ?? undefined,
    ...numberOf(item),
    year: item.ProductionYear ?? undefined,
    addedAt: addedAt ?? LONG_AGO,
    addedKind: addedAt === undefined ? 'unknown' : undefined,
    artist: item.Type === 'MusicAlbum' ? artistOf(item) : undefined,
    resolution: pictureOf(item),
    image: imageOf(item),
    ...workIdsOf(item),
  };
}

/** Of the first version of a title. */
function pictureOf({ MediaSources }: up.Item): string | undefined {
  const video = MediaSources?.[0]?.MediaStreams?.find((stream) => stream.Type === 'Video');
  return video === undefined ? undefined : resolutionOf(video);
}

function numberOf(item: up.Item): Pick<Row, 'season' | 'episode'> {
  if (item.Type === 'Season') return { season: item.IndexNumber ?? undefined };
  if (item.Type !== 'Episode') return {};
  return { season: item.ParentIndexNumber ?? undefined, episode: item.IndexNumber ?? undefined };
}

/** One row for each version that lies on a disk of the server. */
export const filesOf = (item: up.Item, libraryOf: (path: string) => string): readonly FileRow[] =>
  item.LocationType === 'Remote'
    ? []
    : (item.MediaSources ?? []).flatMap((source) =>
        typeof source.Path !== 'string' || source.IsRemote === true
          ? []
          : [
              {
                path: source.Path,
                itemId: item.Id,
                libraryId: libraryOf(source.Path),
                kind: FILE_KINDS.get(item.Type) ?? 'other',
                sizeBytes: Math.max(0, Math.round(source.Size ?? 0)),
              },
            ],
      );

const FLAWS = ['poster', 'logo', 'runtime', 'unmatched'] as const;

export const flawKeys = (itemId: string): readonly string[] => FLAWS.map((issue) => `${itemId}:${issue}`);
export const itemOfFlaw = (key: string): string => key.slice(0, key.lastIndexOf(':'));

export function flawsOf(item: up.Item): readonly Flaw[] {
  const lacks: Readonly<Record<(typeof FLAWS)[number], boolean>> = {
    // A season or an episode without an image of its own shows that of its series.
    poster: !item.ImageTags?.['Primary'] && !item.SeriesPrimaryImageTag,
    logo: ['Movie', 'Series'].includes(item.Type) && !item.ImageTags?.['Logo'],
    runtime: ['Movie', 'Episode'].includes(item.Type) && !item.RunTimeTicks,
    unmatched: ['Movie', 'Series'].includes(item.Type) && !isMatched(item),
  };
  return FLAWS.filter((issue) => lacks[issue]).map((issue) => ({ itemId: item.Id, title: titleOf(item), issue }));
}

const isMatched = (item: up.Item): boolean => Object.values(workIdsOf(item)).some((id) => id !== undefined);

const titleOf = (item: up.Item): string => (item.SeriesName ? `${item.SeriesName}: ${item.Name}` : (item.Name ?? ''));
