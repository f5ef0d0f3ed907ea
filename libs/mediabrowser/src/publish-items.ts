/** What titles become: rows of titles, of their files and of their flaws. */
import { fail, mediaFiles, mediaFlaws, mediaItems, type Publisher } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { libraryOfPath } from './locations.js';
import type { WantedLibrary } from './map.js';
import { filesOf, flawKeys, flawsOf, isExtra, isTitle, isVirtual, itemOf, versionsOf } from './map-items.js';
import type * as up from './upstream.js';

/** Titles with all their versions and streams are large. */
const WHOLE_PAGE = 50;

export interface Published {
  readonly items: readonly up.Item[];
  readonly libraries: readonly WantedLibrary[];
  /** The library that lists a title. */
  libraryOf(id: string): string;
  /** Titles that have a row by being listed themselves. */
  isListed(id: string): boolean;
}

/** Replaces what is known of these titles; virtual ones are no titles. */
export function publishItems(out: Publisher, { items, libraries, libraryOf, isListed }: Published): void {
  const real = items.filter((item) => !isVirtual(item) && !isExtra(item));
  const titles = real.filter(isTitle);
  const holding = (path: string) => libraryOfPath(libraries, path);
  const versions = titles.flatMap((item) => versionsOf(item, holding)).filter(({ id }) => !isListed(id));
  out.patch(mediaItems, { upsert: [...titles.map((item) => itemOf(item, libraryOf(item.Id))), ...versions] });
  out.patch(mediaFiles, { upsert: real.flatMap((item) => filesOf(item, holding, libraryOf(item.Id))) });
  out.patch(mediaFlaws, {
    remove: titles.flatMap((item) => flawKeys(item.Id)),
    upsert: titles.flatMap(flawsOf),
  });
}

/** Extras take space in the library whose folder holds them, and are no titles. */
export function publishExtras(out: Publisher, extras: readonly up.Item[], libraries: readonly WantedLibrary[]): void {
  const files = extras.flatMap((item) => filesOf(item, (path) => libraryOfPath(libraries, path)));
  if (files.length > 0) out.patch(mediaFiles, { upsert: files });
}

/** Pages of titles that the server has listed, with all that is to be known of them. */
export async function inFull(client: Client, ids: readonly string[], signal: AbortSignal): Promise<up.Item[][]> {
  const pages: up.Item[][] = [];
  for (let start = 0; start < ids.length; start += WHOLE_PAGE) {
    const wanted = new Set(ids.slice(start, start + WHOLE_PAGE));
    const page = (await client.itemsById([...wanted], signal)).Items.filter((item) => wanted.has(item.Id));
    if (page.length < wanted.size) {
      throw fail('bad_response', `GET /Items answered ${page.length} of the ${wanted.size} titles that it had listed`);
    }
    pages.push(page);
  }
  return pages;
}
