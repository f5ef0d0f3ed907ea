/** What plays and sessions tell alike: who plays what, and on what. */
import type { ItemIn, mediaPlayback } from '@sidelight/plugin-api';
import { idOf, isOn, nameOf, numberOf } from './loose.js';
import type * as up from './upstream.js';

type Row = ItemIn<typeof mediaPlayback>;
type Told = up.Play | up.Session;

const KINDS: Readonly<Record<string, Row['kind']>> = { movie: 'movie', episode: 'episode', track: 'music' };

/** Live television is an episode to it. */
export const kindOf = (told: Told): NonNullable<Row['kind']> =>
  isOn(told.live) ? 'live' : (KINDS[told.media_type ?? ''] ?? 'other');

const METHODS: Readonly<Record<string, Row['method']>> = {
  'direct play': 'direct',
  copy: 'remux',
  transcode: 'transcode',
};

export const methodOf = (decision: string | null | undefined): NonNullable<Row['method']> =>
  METHODS[decision ?? ''] ?? 'unknown';

/** Ids are those of accounts at plex.tv, 0 of whoever has none: of two users of one name each has their own. */
export const viewerOf = (told: Told) => ({
  userId: idOf(told.user_id),
  viewer: nameOf(told.friendly_name, told.user) ?? 'Unknown',
});

const LOCATIONS: Readonly<Record<string, boolean>> = { lan: false, wan: true };

export const remoteOf = (told: Told): boolean | undefined => LOCATIONS[told.location ?? ''];

/** Its season and series, or its artist and album. */
export function partsOf(told: Told) {
  const kind = kindOf(told);
  if (kind === 'episode') {
    return { season: numberOf(told.parent_media_index), seriesId: idOf(told.grandparent_rating_key) };
  }
  if (kind !== 'music') return {};
  return { artist: told.grandparent_title || undefined, album: told.parent_title || undefined };
}

const AGENTS = { imdb: 'imdb', tmdb: 'tmdb', themoviedb: 'tmdb', tvdb: 'tvdb', thetvdb: 'tvdb' } as const;

/** `imdb://tt1727587`, and of Plex' older agents `com.plexapp.agents.imdb://tt1727587?lang=en`, which of an episode is the series'. */
export function workIdsOf(told: Told, guids: readonly string[] = []) {
  const own = kindOf(told) === 'movie' && told.guid ? [told.guid] : [];
  const ids: { imdb?: string; tmdb?: string; tvdb?: string } = {};
  for (const guid of [...guids, ...own]) {
    const [, agent = '', id] = /(\w+):\/\/([^/?]+)/.exec(guid) ?? [];
    if (agent in AGENTS && id !== undefined) ids[AGENTS[agent as keyof typeof AGENTS]] ??= id;
  }
  return ids;
}
