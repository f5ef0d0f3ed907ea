/** From an id in a URL to the title, and from the title to the works that other services may know it as. */
import { type Ask, cached, fail, type Identity, mediaItems, readRef, refTo } from '@sidelight/plugin-api';
import type { RowOf } from './rows.js';
import type { Wanted } from './stitch.js';

type MediaItem = RowOf<typeof mediaItems>;

type TitleRow = Omit<Identity, 'type' | 'ref' | 'alone'> & { readonly kind?: string; readonly itemId?: string };

export interface Title {
  readonly item: MediaItem;
  /** The title itself, as a server's title alone. */
  readonly own: Identity;
  /** What is requested and released: the series of a season or an episode, else the title. */
  readonly work: Wanted;
}

/**
 * Takes `<integration>:<id>`, and the bare id while one source alone holds it.
 * @throws refused for a bare id that several hold
 */
export async function findTitle(ask: Ask, text: string): Promise<Title | undefined> {
  const { id, server } = readRef(text);
  const rows = await itemsWith(ask, [id, text]);
  const named = rows.filter((row) => row.source === server && row.id === id);
  const bare = server === undefined ? id : text;
  const [item, ...others] = named.length > 0 ? named : rows.filter((row) => row.id === bare);
  if (item === undefined) return undefined;
  if (others.length > 0) throw fail('refused', severalHold(bare, [item, ...others]));
  const own = identityOf(item, rows);
  return { item, own, work: { ...(await workOf(ask, item, own)), season: item.season } };
}

/** Rows of any source: who else holds an id decides what it means. */
const itemsWith = async (ask: Ask, ids: readonly string[]): Promise<readonly MediaItem[]> =>
  (await ask(cached(mediaItems, { where: { id: ids } }))).items;

async function workOf(ask: Ask, { seriesId, source }: MediaItem, own: Identity): Promise<Identity> {
  if (seriesId === undefined) return own;
  const rows = await itemsWith(ask, [seriesId]);
  const series = rows.find((row) => row.source === source);
  return series === undefined ? own : identityOf(series, rows);
}

/** @param rows all that bear its id, of whatever source */
export const identityOf = (item: MediaItem, rows: readonly MediaItem[]): Identity => ({
  ...asTitle({ ...item, itemId: refTo(item.id, item.source) }),
  alone: rows.filter(({ id }) => id === item.id).length === 1,
});

/** What a row by a server's kinds is about. The ids of an episode are an episode's: they name no series. */
export const asTitle = ({ kind, itemId, tmdb, tvdb, imdb }: TitleRow): Identity => ({
  type: kind,
  ref: itemId,
  ...(kind === 'episode' || kind === 'season' ? {} : { tmdb, tvdb, imdb }),
});

function severalHold(id: string, rows: readonly MediaItem[]): string {
  const sources = rows.map(({ source }) => source);
  const ways = sources.map((source) => refTo(id, source));
  return `${id} is a title of ${sources.join(' and of ')}: use ${ways.join(' or ')}`;
}
