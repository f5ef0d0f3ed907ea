/** Titles, their files, and what is wrong with them. Pure. */
import type { ItemIn, mediaFiles, mediaFlaws, mediaItems } from '@sidelight/plugin-api';
import type { WantedLibrary } from './map.js';
import { imageOf, isUnmatched, resolutionOf, workIdsOf } from './map-work.js';
import type * as up from './upstream.js';
import { countOf, isoTime, textOf } from './values.js';

type Row = ItemIn<typeof mediaItems>;
type FileRow = ItemIn<typeof mediaFiles>;
type Flaw = ItemIn<typeof mediaFlaws>;

/** What Plex numbers kinds of titles by. Photos are neither titles nor files here: their library's size is told. */
const TYPES: Readonly<Record<string, readonly number[]>> = {
  movie: [1],
  show: [2, 3, 4],
  artist: [9, 10],
};

export const typesOf = (kind: string): readonly number[] => TYPES[kind] ?? [];

const KINDS = new Map<string, Row['kind']>([
  ['movie', 'movie'],
  ['show', 'series'],
  ['season', 'season'],
  ['episode', 'episode'],
  ['album', 'album'],
]);
const FILE_KINDS = new Map<string, FileRow['kind']>([
  ['movie', 'movie'],
  ['episode', 'episode'],
  ['track', 'track'],
]);

/** A title whose age the server does not tell is not new. */
const LONG_AGO = new Date(0).toISOString();

/** Tracks are files of an album. */
export const isTitle = ({ type }: up.Item): boolean => type !== 'track';

/** Its file is gone, and it is shown until somebody empties the trash. */
export const isTrashed = ({ deletedAt }: Pick<up.Item, 'deletedAt'>): boolean => textOf(deletedAt) !== undefined;

const isHomeVideo = ({ type }: up.Item, personal: boolean): boolean => personal && type === 'movie';

export const idOf = ({ ratingKey }: up.Item): string => String(ratingKey);

export function itemOf(item: up.Item, { id, personal }: WantedLibrary): Row {
  const addedAt = isoTime(item.addedAt);
  return {
    id: idOf(item),
    libraryId: id,
    kind: isHomeVideo(item, personal) ? 'other' : (KINDS.get(item.type) ?? 'other'),
    title: textOf(item.title) ?? '',
    ...placeOf(item),
    year: countOf(item.year),
    addedAt: addedAt ?? LONG_AGO,
    addedKind: addedAt === undefined ? 'unknown' : 'added',
    artist: item.type === 'album' ? textOf(item.parentTitle) : undefined,
    resolution: resolutionOf(item.Media?.[0]),
    image: imageOf(item),
    ...workIdsOf(item),
  };
}

/** Where it stands in its series. */
function placeOf(item: up.Item): Pick<Row, 'seriesId' | 'series' | 'season' | 'episode'> {
  if (item.type === 'season') {
    return { seriesId: textOf(item.parentRatingKey), series: textOf(item.parentTitle), season: countOf(item.index) };
  }
  if (item.type !== 'episode') return {};
  return {
    seriesId: textOf(item.grandparentRatingKey),
    series: textOf(item.grandparentTitle),
    season: countOf(item.parentIndex),
    episode: countOf(item.index),
  };
}

/** The paths of all its versions; of one in several parts, of each part. */
const partsOf = (item: up.Item) =>
  (item.Media ?? []).filter((media) => !isTrashed(media)).flatMap(({ Part }) => Part ?? []);

export const pathsOf = (item: up.Item): readonly string[] => partsOf(item).flatMap(({ file }) => textOf(file) ?? []);

/** What a file of unknown size takes is not known: its library's total counts it. */
export const filesOf = (item: up.Item, { id, personal }: WantedLibrary): readonly FileRow[] =>
  partsOf(item).flatMap(({ file, size }) => {
    const [path, sizeBytes] = [textOf(file), countOf(size)];
    if (path === undefined || sizeBytes === undefined) return [];
    const kind = isHomeVideo(item, personal) ? 'other' : (FILE_KINDS.get(item.type) ?? 'other');
    return [{ path, itemId: idOf(item), libraryId: id, kind, sizeBytes }];
  });

const FLAWS = ['poster', 'logo', 'runtime', 'unmatched'] as const;

export const flawKeys = (itemId: string): readonly string[] => FLAWS.map((issue) => `${itemId}:${issue}`);
export const itemOfFlaw = (key: string): string => key.slice(0, key.lastIndexOf(':'));

export function flawsOf(item: up.Item, { personal }: WantedLibrary): readonly Flaw[] {
  const isWork = ['movie', 'show'].includes(item.type) && !personal;
  const pictures = item.Image ?? [];
  const lacks: Readonly<Record<(typeof FLAWS)[number], boolean>> = {
    // A season or an episode without an image of its own shows that of its series.
    poster: imageOf(item) === undefined,
    // Where the list of pictures is empty or left out, nothing is said of any.
    logo: isWork && pictures.length > 0 && !pictures.some(({ type }) => type === 'clearLogo'),
    runtime: ['movie', 'episode'].includes(item.type) && countOf(item.duration) === undefined,
    unmatched: isWork && isUnmatched(item),
  };
  return FLAWS.filter((issue) => lacks[issue]).map((issue) => ({
    itemId: idOf(item),
    title: titleOf(item),
    issue,
    addedAt: isoTime(item.addedAt),
  }));
}

function titleOf(item: up.Item): string {
  const title = textOf(item.title) ?? '';
  const above = item.type === 'episode' ? item.grandparentTitle : item.type === 'season' ? item.parentTitle : undefined;
  return textOf(above) === undefined ? title : `${textOf(above)}: ${title}`;
}
