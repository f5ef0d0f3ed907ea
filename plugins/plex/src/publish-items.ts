/** What titles become: rows of titles, of their files and of their flaws. */
import { mediaFiles, mediaFlaws, mediaItems, type Publisher } from '@sidelight/plugin-api';
import type { WantedLibrary } from './map.js';
import { filesOf, flawKeys, flawsOf, idOf, isTitle, isTrashed, itemOf } from './map-items.js';
import type * as up from './upstream.js';

/** Replaces what is known of these titles. What lies in the trash is none. */
export function publishItems(out: Publisher, items: readonly up.Item[], library: WantedLibrary): void {
  if (items.length === 0) return;
  const real = items.filter((item) => !isTrashed(item));
  const titles = real.filter(isTitle);
  out.patch(mediaItems, { upsert: titles.map((item) => itemOf(item, library)) });
  out.patch(mediaFiles, { upsert: real.flatMap((item) => filesOf(item, library)) });
  out.patch(mediaFlaws, {
    remove: titles.flatMap((item) => flawKeys(idOf(item))),
    upsert: titles.flatMap((item) => flawsOf(item, library)),
  });
}
