/** What a title, a play and a view have in common. Pure. */
import { fail } from '@sidelight/plugin-api';
import type * as up from './upstream.js';
import { textOf } from './values.js';

type Named = Pick<up.Item, 'guid' | 'Guid'>;

const PROVIDER = /^(tmdb|tvdb|imdb):\/\/(\w+)$/;
/** Of the agents before 2020. Below an episode or a season stands the id of its series, with numbers behind it. */
const LEGACY = /^com\.plexapp\.agents\.(imdb|themoviedb|thetvdb):\/\/(\w+)(?:\?|$)/;
const NAMES = { imdb: 'imdb', themoviedb: 'tmdb', thetvdb: 'tvdb' } as const;

export function workIdsOf({ guid, Guid }: Named): { tmdb?: string; tvdb?: string; imdb?: string } {
  const told = (Guid ?? []).flatMap(({ id }) => {
    const [, name, value] = PROVIDER.exec(String(id ?? '')) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  const [, agent, id] = LEGACY.exec(String(guid ?? '')) ?? [];
  const old = agent === undefined ? [] : [[NAMES[agent as keyof typeof NAMES], id] as const];
  return Object.fromEntries([...old, ...told]);
}

/** Nobody looked it up, or nobody was found. */
export const isUnmatched = ({ guid }: Pick<up.Item, 'guid'>): boolean =>
  /^(local|com\.plexapp\.agents\.none|tv\.plex\.agents\.none):\/\//.test(String(guid ?? ''));

const PICTURE = /^\/library\/metadata\/\d+\/thumb\/\d+$/;

/** Its path below the url. Channels of live television have theirs on another host. */
export const imageOf = (item: Pick<up.Item, 'thumb' | 'parentThumb' | 'grandparentThumb'>): string | undefined =>
  [item.thumb, item.parentThumb, item.grandparentThumb]
    .flatMap((path) => textOf(path) ?? [])
    .find((path) => PICTURE.test(path));

/** Only what `imageOf` gives: a name comes from outside, and the token would go along to any path. */
export function imagePath(name: string): string {
  if (PICTURE.test(name)) return name;
  throw fail('not_found', 'this is not a valid picture name');
}

/** Plex says 4k, 1080, 720p and sd. */
export function resolutionOf(media: Pick<up.Media, 'videoResolution'> | undefined): string | undefined {
  const told = textOf(media?.videoResolution)?.toLowerCase();
  if (told === undefined) return undefined;
  const lines = { '4k': '2160p', '8k': '4320p' }[told];
  return lines ?? (/^\d+$/.test(told) ? `${told}p` : told);
}
