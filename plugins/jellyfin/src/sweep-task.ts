/**
 * Deletions. The ids and paths of all libraries are held against our own rows; what is not listed any more is removed.
 *
 * A file row is keyed by its path, and the server lists only the path of a title's first version together with how many
 * versions there are. So the titles that have several are asked for in full, and with them titles that we lack (paging
 * by a sort key that is not unique may have skipped them): their rows are published anew, and all their paths are kept.
 *
 * Nothing is removed on a page that is shorter than it should be, nor while any library is being scanned: held keys do
 * not tell their library, so what a scan has not found yet cannot be told from what was deleted elsewhere.
 */
import { fail, mediaFiles, mediaFlaws, mediaItems, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { type ItemsTaskInput, publishItems } from './items-task.js';
import type { WantedLibrary } from './map.js';
import { isTitle, isVirtual, itemOfFlaw, typesOf } from './map-items.js';
import type * as up from './upstream.js';

const PAGE = 1000;
/** Titles with all their versions and streams are large. */
const WHOLE_PAGE = 50;
/** More than this are on their way with a first sync, and come by themselves. */
const MOST_LACKED = 200;

export const sweepTask = ({ client, libraries }: Omit<ItemsTaskInput, 'clock'>): SyncTask => ({
  id: 'sweep',
  every: '1h',
  fills: [mediaItems, mediaFiles, mediaFlaws],
  async run(out, signal) {
    const held = await out.held(mediaItems);
    const gone = { items: new Set(held), files: new Set(await out.held(mediaFiles)) };
    const flaws = await out.held(mediaFlaws);
    const all = await libraries(signal);
    const nothingHeld = gone.items.size === 0 && gone.files.size === 0;
    if (nothingHeld || all.some((library) => library.scanning)) return;

    const several = new Map<string, string>();
    const lacked = new Map<string, string>();
    for (const library of all) {
      for await (const item of listed(client, library, signal)) {
        gone.items.delete(item.Id);
        if (typeof item.Path === 'string') gone.files.delete(item.Path);
        if ((item.MediaSourceCount ?? 1) > 1) several.set(item.Id, library.id);
        else if (isTitle(item) && !held.has(item.Id) && lacked.size <= MOST_LACKED) lacked.set(item.Id, library.id);
      }
    }
    const asked = new Map([...several, ...(lacked.size <= MOST_LACKED ? lacked : [])]);
    for (const items of await inFull(client, [...asked.keys()], signal)) {
      publishItems(out, items, (id) => asked.get(id) ?? '', all);
      for (const item of items) for (const { Path } of item.MediaSources ?? []) gone.files.delete(Path ?? '');
    }
    out.patch(mediaItems, { remove: [...gone.items] });
    out.patch(mediaFiles, { remove: [...gone.files] });
    out.patch(mediaFlaws, { remove: [...flaws].filter((key) => gone.items.has(itemOfFlaw(key))) });
  },
});

/** Everything in a library, or bad_response. */
async function* listed(client: Client, library: WantedLibrary, signal: AbortSignal): AsyncGenerator<up.Item> {
  const seen = new Set<string>();
  for (let start = 0, total = 1; start < total; start += PAGE) {
    const page = await client.ids(library.id, { types: typesOf(library.kind), start, limit: PAGE }, signal);
    total = page.TotalRecordCount;
    if (page.Items.length < Math.min(PAGE, total - start)) {
      throw fail('bad_response', `GET /Items answered a page of ${page.Items.length} at ${start} of ${total} titles`);
    }
    for (const item of page.Items) {
      seen.add(item.Id);
      if (!isVirtual(item)) yield item;
    }
    if (start + PAGE >= total && seen.size < total) {
      throw fail('bad_response', `GET /Items listed ${seen.size} of ${total} titles: the library changed meanwhile`);
    }
  }
}

async function inFull(client: Client, ids: readonly string[], signal: AbortSignal): Promise<readonly up.Item[][]> {
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
