/**
 * Deletions. The ids and paths of all libraries are held against our own rows; what is not listed any more, or lies in the
 * trash, is removed. Titles that we lack, since paging by a date that several share may have skipped them, are asked for.
 *
 * Nothing is removed on a page that is shorter than it should be, nor while a library is being scanned. A round in which no
 * library has changed asks nothing.
 */
import {
  fail,
  mediaFiles,
  mediaFlaws,
  mediaItems,
  mediaLibraries,
  type Publisher,
  type SyncTask,
} from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { type ItemsTaskInput, type Stop, stopsOf } from './items-task.js';
import { dropGone } from './libraries-task.js';
import type { WantedLibrary } from './map.js';
import { idOf, isTitle, isTrashed, itemOfFlaw, pathsOf } from './map-items.js';
import { publishItems } from './publish-items.js';
import type * as up from './upstream.js';

const PAGE = 1000;
/** More than this are on their way with a first sync, and come by themselves. */
const MOST_LACKED = 200;
const IDS_AT_ONCE = 50;

export const sweepTask = ({ client, libraries }: Omit<ItemsTaskInput, 'clock'>): SyncTask => ({
  id: 'sweep',
  every: '1h',
  fills: [mediaItems, mediaFiles, mediaFlaws, mediaLibraries],
  async run(out, signal) {
    const [held, files, flaws] = [await out.held(mediaItems), await out.held(mediaFiles), await out.held(mediaFlaws)];
    const wanted = await libraries(signal);
    await dropGone(out, wanted);
    if ((held.size === 0 && files.size === 0) || isScanned(wanted)) return;
    const state = stateOf(wanted);
    if (state !== undefined && state === out.cursor.get()) return;

    const gone = { items: new Set(held), files: new Set(files) };
    for (const stop of stopsOf(wanted)) await sweepStop({ client, out, stop, gone, held, signal });
    // A scan may have begun while the titles were listed.
    const after = await libraries(signal);
    if (isScanned(after)) return;
    if (gone.items.size > 0) out.patch(mediaItems, { remove: [...gone.items] });
    if (gone.files.size > 0) out.patch(mediaFiles, { remove: [...gone.files] });
    const flawsGone = [...flaws].filter((key) => gone.items.has(itemOfFlaw(key)));
    if (flawsGone.length > 0) out.patch(mediaFlaws, { remove: flawsGone });
    // What has changed meanwhile is looked at in the next round.
    if (state !== undefined) out.cursor.set(state);
  },
});

const isScanned = (libraries: readonly WantedLibrary[]): boolean => libraries.some(({ scanning }) => scanning);

/** undefined: a library does not tell whether it has changed. */
const stateOf = (libraries: readonly WantedLibrary[]): string | undefined =>
  libraries.some(({ changed }) => changed === undefined)
    ? undefined
    : JSON.stringify(libraries.map(({ id, changed }) => [id, changed]));

interface Sweep {
  readonly client: Client;
  readonly out: Publisher;
  readonly stop: Stop;
  /** What is held, and is taken to be gone until the server names it. */
  readonly gone: { readonly items: Set<string>; readonly files: Set<string> };
  readonly held: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

async function sweepStop({ client, out, stop, gone, held, signal }: Sweep): Promise<void> {
  const lacked: string[] = [];
  for await (const item of everything(client, stop, signal)) {
    if (isTrashed(item)) continue;
    gone.items.delete(idOf(item));
    for (const path of pathsOf(item)) gone.files.delete(path);
    if (isTitle(item) && !held.has(idOf(item)) && lacked.length <= MOST_LACKED) lacked.push(idOf(item));
  }
  if (lacked.length > MOST_LACKED) return;
  for (let start = 0; start < lacked.length; start += IDS_AT_ONCE) {
    publishItems(out, await client.itemsById(lacked.slice(start, start + IDS_AT_ONCE), signal), stop.library);
  }
}

/** Everything of a kind in a library, or bad_response. */
async function* everything(client: Client, { library, type }: Stop, signal: AbortSignal): AsyncGenerator<up.Item> {
  const seen = new Set<string>();
  for (let start = 0, total = 1; start < total; start += PAGE) {
    const page = await client.items(library.id, { type, start, limit: PAGE }, signal);
    total = page.total;
    if (page.rows.length < Math.min(PAGE, total - start)) {
      throw fail('bad_response', `a listing of Plex has a page of ${page.rows.length} at ${start} of ${total} titles`);
    }
    for (const item of page.rows) {
      seen.add(idOf(item));
      yield item;
    }
    if (start + PAGE >= total && seen.size < total) {
      throw fail('bad_response', `Plex listed ${seen.size} of ${total} titles: the library changed in the meantime`);
    }
  }
}
