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

/** What extras are: videos, trailers, theme songs. */
export const EXTRA_TYPES = ['Video', 'Trailer', 'Audio'];

export const isExtra = (item: up.Item): boolean => typeof item.ExtraType === 'string';

/** Tracks are files of an album, and extras are files of a title: neither is a title of its own. */
export const isTitle = (item: up.Item): boolean => item.Type !== 'Audio' && !isExtra(item);

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
    versionOf: versionOf(item.Id, item),
    artist: item.Type === 'MusicAlbum' ? artistOf(item) : undefined,
    resolution: pictureOf(item.MediaSources?.[0]),
    image: imageOf(item),
    ...workIdsOf(item),
  };
}

function pictureOf(source: up.MediaSource | undefined): string | undefined {
  const video = source?.MediaStreams?.find((stream) => stream.Type === 'Video');
  return video === undefined ? undefined : resolutionOf(video);
}

/** Titles of their own that somebody merged with this one: version 12 lists only one of them, older ones list each. */
export const mergedWith = (item: up.Item): readonly up.MediaSource[] =>
  isExtra(item) ? [] : (item.MediaSources ?? []).filter(({ Type, Id }) => Type === 'Grouping' && Id && Id !== item.Id);

/** Of titles that are merged the one with the lowest id stands for all, whichever of them is listed. */
function versionOf(id: string, item: up.Item): string | undefined {
  const [first] = [item.Id, ...mergedWith(item).map(({ Id }) => Id ?? item.Id)].toSorted();
  return first === id ? undefined : first;
}

/** Rows of titles that are merged with this one and are not listed, as far as its answer tells of them. */
export const versionsOf = (item: up.Item, libraryOf: (path: string) => string | undefined): readonly Row[] =>
  mergedWith(item).flatMap((source) => {
    const libraryId = libraryOf(source.Path ?? '');
    if (typeof source.Id !== 'string' || libraryId === undefined) return [];
    const row = itemOf(item, libraryId);
    return [{ ...row, id: source.Id, versionOf: versionOf(source.Id, item), resolution: pictureOf(source) }];
  });

function numberOf(item: up.Item): Pick<Row, 'season' | 'episode'> {
  if (item.Type === 'Season') return { season: item.IndexNumber ?? undefined };
  if (item.Type !== 'Episode') return {};
  return { season: item.ParentIndexNumber ?? undefined, episode: item.IndexNumber ?? undefined };
}

/**
 * One row for each version that lies on a disk of the server, in the library whose folder holds it. `listedIn`: the library
 * of a title whose folders do not hold its file; merged titles and extras that no library holds count nowhere.
 */
export function filesOf(
  item: up.Item,
  libraryOf: (path: string) => string | undefined,
  listedIn?: string,
): readonly FileRow[] {
  if (item.LocationType === 'Remote') return [];
  const merged = new Set(mergedWith(item));
  return (item.MediaSources ?? []).flatMap((source) => {
    if (typeof source.Path !== 'string' || source.IsRemote === true) return [];
    const libraryId = libraryOf(source.Path) ?? (merged.has(source) ? undefined : listedIn);
    if (libraryId === undefined) return [];
    const itemId = merged.has(source) ? (source.Id ?? item.Id) : item.Id;
    const kind = isExtra(item) ? 'extra' : (FILE_KINDS.get(item.Type) ?? 'other');
    return [{ path: source.Path, itemId, libraryId, kind, sizeBytes: Math.max(0, Math.round(source.Size ?? 0)) }];
  });
}

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
