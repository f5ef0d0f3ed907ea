/** What a title and a play of it have in common. */
import { fail } from '@sidelight/plugin-api';
import type * as up from './upstream.js';

type Named = Pick<up.Item, 'Id' | 'ProviderIds' | 'ImageTags' | 'AlbumArtist' | 'Artists'>;

/** Provider ids by lower-case name: servers differ in how they spell them. */
const providersOf = ({ ProviderIds }: Pick<Named, 'ProviderIds'>): ReadonlyMap<string, string> =>
  new Map(Object.entries(ProviderIds ?? {}).flatMap(([name, id]) => (id ? [[name.toLowerCase(), id] as const] : [])));

export function workIdsOf(item: Pick<Named, 'ProviderIds'>) {
  const providers = providersOf(item);
  return { tmdb: providers.get('tmdb'), tvdb: providers.get('tvdb'), imdb: providers.get('imdb') };
}

/** Nobody chose it: a trailer, a theme song, what belongs to a title, or what a plugin plays before it. */
export const isUnchosen = (item: Pick<up.Playing, 'Type' | 'ExtraType' | 'ProviderIds'>): boolean =>
  Boolean(item.ExtraType) || item.Type === 'Trailer' || providersOf(item).has('prerolls.video');

export const artistOf = ({ AlbumArtist, Artists }: Named): string | undefined =>
  AlbumArtist || Artists?.[0] || undefined;

/** Its path below the url, which needs no key. */
export function imageOf({ Id, ImageTags }: Named): string | undefined {
  const tag = ImageTags?.['Primary'];
  return tag ? `/Items/${Id}/Images/Primary?tag=${tag}` : undefined;
}

const PICTURE = /^\/Items\/(\w+)\/Images\/Primary\?tag=\w+$/;

/** Only what `imageOf` gives: a name comes from outside, and the key would go along to any path. */
export function imagePath(name: string, ids: RegExp): string {
  if (ids.test(PICTURE.exec(name)?.[1] ?? '')) return name;
  throw fail('not_found', 'this is not a valid picture name');
}

const LINES: readonly (readonly [width: number, height: number, name: string])[] = [
  [3200, 1700, '2160p'],
  [2200, 1200, '1440p'],
  [1500, 800, '1080p'],
  [1000, 620, '720p'],
  [800, 520, '576p'],
  [600, 400, '480p'],
];

/** Films are cut at top and bottom, so that the width counts as much as the height. */
export function resolutionOf({ Width, Height }: Pick<up.Stream, 'Width' | 'Height'>): string | undefined {
  const [width, height] = [Width ?? 0, Height ?? 0];
  if (width === 0 && height === 0) return undefined;
  return LINES.find(([w, h]) => width >= w || height >= h)?.[2] ?? 'sd';
}
