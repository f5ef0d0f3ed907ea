/**
 * Deletions. The ids and paths of all libraries are held against our own rows; what is not listed any more is removed.
 *
 * A file row is keyed by its path, and the server lists only the path of a title's first version together with how many
 * versions there are. So the titles that have several are asked for in full, and with them titles that we lack (paging
 * by a sort key that is not unique may have skipped them): their rows are published anew, and all their paths are kept.
 *
 * Nothing is removed on a page that is shorter than it should be, nor while any library is being scanned or waits for its
 * scan: held keys do not tell their library, so what a scan has not found yet cannot be told from what was deleted elsewhere.
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
import type { ItemsTaskInput } from './items-task.js';
import { dropGone } from './libraries-task.js';
import { libraryOfPath } from './locations.js';
import type { KnownLibraries, WantedLibrary } from './map.js';
import { EXTRA_TYPES, isExtra, isTitle, isVirtual, itemOfFlaw, mergedWith, typesOf } from './map-items.js';
import { isScanning } from './map-jobs.js';
import { inFull, publishExtras, publishItems } from './publish-items.js';
import type * as up from './upstream.js';

const PAGE = 1000;
/** Of titles with all that is to be known of them. */
const WHOLE_PAGE = 200;
/** More than this are on their way with a first sync, and come by themselves. */
const MOST_LACKED = 200;

/** What is held, and is taken to be gone until the server names it. */
interface Gone {
  readonly items: Set<string>;
  readonly files: Set<string>;
}

export const sweepTask = ({ client, libraries }: Omit<ItemsTaskInput, 'clock'>): SyncTask => ({
  id: 'sweep',
  every: '1h',
  fills: [mediaItems, mediaFiles, mediaFlaws, mediaLibraries],
  async run(out, signal) {
    const held = await out.held(mediaItems);
    const gone: Gone = { items: new Set(held), files: new Set(await out.held(mediaFiles)) };
    const flaws = await out.held(mediaFlaws);
    const known = await libraries(signal);
    await dropGone(out, known);
    const nothingHeld = gone.items.size === 0 && gone.files.size === 0;
    if (nothingHeld || (await isUnsettled(client, known, signal))) return;

    const sweep = { client, out, all: known.wanted, gone, signal };
    await sweepTitles(sweep, held);
    if (client.listsExtras) await sweepExtras(sweep);
    if (!client.countsVersions) await sweepVersions(sweep);
    if (gone.items.size === 0 && gone.files.size === 0) return;
    // A scan may have begun while the titles were listed.
    if (await isUnsettled(client, await libraries(signal), signal)) return;
    out.patch(mediaItems, { remove: [...gone.items] });
    out.patch(mediaFiles, { remove: [...gone.files] });
    out.patch(mediaFlaws, { remove: [...flaws].filter((key) => gone.items.has(itemOfFlaw(key))) });
  },
});

async function isUnsettled(client: Client, known: KnownLibraries, signal: AbortSignal): Promise<boolean> {
  if (!known.settled || known.wanted.some((library) => library.scanning)) return true;
  return isScanning(await client.jobs(signal));
}

interface Sweep {
  readonly client: Client;
  readonly out: Publisher;
  readonly all: readonly WantedLibrary[];
  readonly gone: Gone;
  readonly signal: AbortSignal;
}

async function sweepTitles({ client, out, all, gone, signal }: Sweep, held: ReadonlySet<string>): Promise<void> {
  const listed = new Set<string>();
  const several = new Map<string, string>();
  const lacked = new Map<string, string>();
  for (const { id, kind } of all) {
    for await (const item of everything(client, id, typesOf(kind), signal)) {
      listed.add(item.Id);
      gone.items.delete(item.Id);
      if (typeof item.Path === 'string') gone.files.delete(item.Path);
      if ((item.MediaSourceCount ?? 1) > 1) several.set(item.Id, id);
      else if (isTitle(item) && !held.has(item.Id) && lacked.size <= MOST_LACKED) lacked.set(item.Id, id);
    }
  }
  const asked = new Map([...several, ...(lacked.size <= MOST_LACKED ? lacked : [])]);
  for (const items of await inFull(client, [...asked.keys()], signal)) {
    publishItems(out, {
      items,
      libraries: all,
      libraryOf: (id) => asked.get(id) ?? '',
      isListed: (id) => listed.has(id),
    });
    for (const item of items) {
      for (const { Id } of mergedWith(item)) gone.items.delete(Id ?? '');
      for (const { Path } of item.MediaSources ?? []) gone.files.delete(Path ?? '');
    }
  }
}

/** A title's other versions, from a server that tells of them only with all the rest: asked for while there are files that nothing explains. */
async function sweepVersions({ client, all, gone, signal }: Sweep): Promise<void> {
  for (const { id, kind } of all) {
    const page = (start: number) => client.items(id, { types: typesOf(kind), start, limit: WHOLE_PAGE }, signal);
    for (let start = 0, total = 1; gone.files.size > 0 && start < total; start += WHOLE_PAGE) {
      const { Items, TotalRecordCount } = await page(start);
      total = TotalRecordCount;
      demandWhole(Items.length, start, total, WHOLE_PAGE);
      for (const { Path } of Items.flatMap(({ MediaSources }) => MediaSources ?? [])) gone.files.delete(Path ?? '');
    }
  }
}

/** Only files: what an extra belongs to is in the sweep of titles. */
async function sweepExtras({ client, out, all, gone, signal }: Sweep): Promise<void> {
  const lacked: string[] = [];
  for await (const item of everything(client, undefined, EXTRA_TYPES, signal)) {
    if (!isExtra(item) || typeof item.Path !== 'string' || libraryOfPath(all, item.Path) === undefined) continue;
    if (!gone.files.delete(item.Path)) lacked.push(item.Id);
  }
  if (lacked.length > MOST_LACKED) return;
  publishExtras(out, (await inFull(client, lacked, signal)).flat(), all);
}

/** Everything in a library, or in the server, or bad_response. */
async function* everything(
  client: Client,
  library: string | undefined,
  types: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<up.Item> {
  const seen = new Set<string>();
  for (let start = 0, total = 1; start < total; start += PAGE) {
    const page = await client.ids(library, { types, start, limit: PAGE }, signal);
    total = page.TotalRecordCount;
    demandWhole(page.Items.length, start, total, PAGE);
    for (const item of page.Items) {
      seen.add(item.Id);
      if (!isVirtual(item)) yield item;
    }
    if (start + PAGE >= total && seen.size < total) {
      throw fail(
        'bad_response',
        `GET /Items listed ${seen.size} of ${total} titles: the library changed in the meantime`,
      );
    }
  }
}

function demandWhole(length: number, start: number, total: number, page: number): void {
  if (length >= Math.min(page, total - start)) return;
  throw fail('bad_response', `GET /Items answered a page of ${length} at ${start} of ${total} titles`);
}
