/**
 * Titles, their files and flaws. Each library is listed whole once, then only what the server has saved since. A listing
 * goes on over runs of at most ten pages, so that a failure or a restart resumes where it was.
 */
import {
  fail,
  mediaFiles,
  mediaFlaws,
  mediaItems,
  mismatch,
  type Publisher,
  type Static,
  type SyncTask,
  Type,
} from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { libraryOfPath } from './locations.js';
import type { WantedLibrary } from './map.js';
import { filesOf, flawKeys, flawsOf, isTitle, isVirtual, itemOf, typesOf } from './map-items.js';
import type * as up from './upstream.js';

const PAGE = 200;
const PAGES_PER_RUN = 10;
/** Clocks differ, and the server saves what it scanned a while ago: the next listing overlaps the last one. */
const OVERLAP_MS = 600_000;

/** `since`: library → what it was last listed up to. A round visits each library once; `start` is the place in the next one. */
const Cursor = Type.Object({
  since: Type.Record(Type.String(), Type.String()),
  done: Type.Array(Type.String()),
  start: Type.Integer(),
  began: Type.Optional(Type.String()),
});
type Cursor = Static<typeof Cursor>;

const FRESH: Cursor = { since: {}, done: [], start: 0 };

function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return FRESH;
  const value: unknown = JSON.parse(text);
  return mismatch(Cursor, value) === undefined ? (value as Cursor) : FRESH;
}

export interface ItemsTaskInput {
  readonly client: Client;
  readonly clock: { now(): Date };
  libraries(signal: AbortSignal): Promise<readonly WantedLibrary[]>;
}

export const itemsTask = ({ client, clock, libraries }: ItemsTaskInput): SyncTask => ({
  id: 'items',
  every: '5m',
  fills: [mediaItems, mediaFiles, mediaFlaws],
  async run(out, signal) {
    const all = await libraries(signal);
    let at = readCursor(out.cursor.get());
    for (let pages = 0; pages < PAGES_PER_RUN; pages++) {
      const library = all.find(({ id }) => !at.done.includes(id));
      if (library === undefined) break;
      const began = at.began ?? clock.now().toISOString();
      const listing = { types: typesOf(library.kind), start: at.start, limit: PAGE, since: at.since[library.id] };
      const page = await client.items(library.id, listing, signal);
      publishItems(out, page.Items, () => library.id, all);
      at = advance({ ...at, began }, library.id, page);
    }
    const finished = all.every(({ id }) => at.done.includes(id));
    out.cursor.set(JSON.stringify(finished ? nextRound(at, all) : at));
    return finished ? undefined : 'more';
  },
});

function advance(at: Cursor & { readonly began: string }, library: string, page: up.ItemPage): Cursor {
  const start = at.start + page.Items.length;
  if (start < page.TotalRecordCount) {
    if (page.Items.length === 0) {
      throw fail('bad_response', `GET /Items ended at ${start} of ${page.TotalRecordCount} titles`);
    }
    return { ...at, start };
  }
  const since = new Date(Date.parse(at.began) - OVERLAP_MS).toISOString();
  return { since: { ...at.since, [library]: since }, done: [...at.done, library], start: 0 };
}

/** A library that is gone is forgotten, so that it is listed whole should it come back. */
const nextRound = (at: Cursor, all: readonly WantedLibrary[]): Cursor => ({
  ...FRESH,
  since: Object.fromEntries(Object.entries(at.since).filter(([library]) => all.some(({ id }) => id === library))),
});

/** Replaces what is known of these titles; virtual ones are no titles. A file lies in a folder of its library, or in the library that lists it. */
export function publishItems(
  out: Publisher,
  items: readonly up.Item[],
  libraryOf: (id: string) => string,
  libraries: readonly WantedLibrary[],
): void {
  const real = items.filter((item) => !isVirtual(item));
  const titles = real.filter(isTitle);
  out.patch(mediaItems, { upsert: titles.map((item) => itemOf(item, libraryOf(item.Id))) });
  out.patch(mediaFiles, {
    upsert: real.flatMap((item) => filesOf(item, (path) => libraryOfPath(libraries, path) ?? libraryOf(item.Id))),
  });
  out.patch(mediaFlaws, {
    remove: titles.flatMap((item) => flawKeys(item.Id)),
    upsert: titles.flatMap(flawsOf),
  });
}
