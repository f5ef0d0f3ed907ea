/** From an id in a URL to the title, and from the title to the work that other services know it as. */
import { type Ask, cached, mediaItems } from '@sidelight/plugin-api';
import type { RequestType, Work } from './request-index.js';
import type { RowOf } from './rows.js';

export type MediaItem = RowOf<typeof mediaItems>;

const itemsWith = async (ask: Ask, id: string): Promise<readonly MediaItem[]> =>
  (await ask(cached(mediaItems, { where: { id } }))).items;

/** Takes `<integration>:<upstream id>` and the bare upstream id. */
export async function findItem(ask: Ask, id: string): Promise<MediaItem | undefined> {
  const colon = id.indexOf(':');
  if (colon > 0) {
    const source = id.slice(0, colon);
    const found = (await itemsWith(ask, id.slice(colon + 1))).find((item) => item.source === source);
    if (found !== undefined) return found;
  }
  return (await itemsWith(ask, id))[0];
}

/** What is requested and released: the series of a season or an episode, else the title itself. */
export async function climb(ask: Ask, item: MediaItem): Promise<MediaItem> {
  if (item.seriesId === undefined) return item;
  const series = (await itemsWith(ask, item.seriesId)).find((row) => row.source === item.source);
  return series ?? item;
}

const REQUEST_TYPE: Readonly<Record<MediaItem['kind'], RequestType | undefined>> = {
  movie: 'movie',
  series: 'show',
  season: 'show',
  episode: 'show',
  album: 'music',
  other: undefined,
};

/** undefined: nothing that anyone could request. */
export function workOfItem(item: MediaItem, top: MediaItem): Work | undefined {
  const type = REQUEST_TYPE[item.kind];
  if (type === undefined) return undefined;
  // The ids of an episode that could not climb are an episode's: they name no series.
  const isWork = item.kind !== 'episode' && item.kind !== 'season';
  const { tmdb, tvdb, imdb } = top.id !== item.id || isWork ? top : {};
  return { type, mediaItemId: top.id, tmdb, tvdb, imdb, season: item.season };
}
