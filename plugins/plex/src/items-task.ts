/**
 * Titles, their files and flaws. Each library is listed whole once, kind by kind, then only what the server has changed
 * since. It goes on over runs of at most ten pages, so that a failure or a restart resumes where it was.
 */
import {
  fail,
  mediaFiles,
  mediaFlaws,
  mediaItems,
  mediaLibraries,
  mismatch,
  type Static,
  type SyncTask,
  Type,
} from '@sidelight/plugin-api';
import type { Client, Paged } from './client.js';
import { dropGone, type ReadLibraries } from './libraries-task.js';
import type { WantedLibrary } from './map.js';
import { typesOf } from './map-items.js';
import { publishItems } from './publish-items.js';
import { epochOf } from './values.js';

const PAGE = 500;
const PAGES_PER_RUN = 10;
/** Clocks differ, and the server dates what it scanned a while ago: the next listing overlaps the last one. */
const OVERLAP_SECONDS = 600;

/** `since`: stop → what it was last listed up to. A round visits each stop once; `start` is the place in the next one. */
const Cursor = Type.Object({
  since: Type.Record(Type.String(), Type.Integer()),
  done: Type.Array(Type.String()),
  start: Type.Integer(),
  began: Type.Optional(Type.Integer()),
});
type Cursor = Static<typeof Cursor>;

const FRESH: Cursor = { since: {}, done: [], start: 0 };

function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return FRESH;
  const value: unknown = JSON.parse(text);
  return mismatch(Cursor, value) === undefined ? (value as Cursor) : FRESH;
}

/** One kind of titles in one library. */
export interface Stop {
  readonly id: string;
  readonly library: WantedLibrary;
  readonly type: number;
}

export const stopsOf = (libraries: readonly WantedLibrary[]): readonly Stop[] =>
  libraries.flatMap((library) => typesOf(library.kind).map((type) => ({ id: `${library.id}/${type}`, library, type })));

export interface ItemsTaskInput {
  readonly client: Client;
  readonly clock: { now(): Date };
  readonly libraries: ReadLibraries;
}

export const itemsTask = ({ client, clock, libraries }: ItemsTaskInput): SyncTask => ({
  id: 'items',
  every: '5m',
  fills: [mediaItems, mediaFiles, mediaFlaws, mediaLibraries],
  async run(out, signal) {
    const wanted = await libraries(signal);
    await dropGone(out, wanted);
    const stops = stopsOf(wanted);
    let at = readCursor(out.cursor.get());
    for (let pages = 0; pages < PAGES_PER_RUN; pages++) {
      const stop = stops.find(({ id }) => !at.done.includes(id));
      if (stop === undefined) break;
      const { id, library, type } = stop;
      const began = at.began ?? epochOf(client.theirs(clock.now()).toISOString());
      const listing = { type, start: at.start, limit: PAGE, since: at.since[id] };
      const page = await client.items(library.id, listing, signal);
      publishItems(out, page.rows, library);
      out.progress({ done: at.start + page.rows.length, of: page.total, what: library.name });
      at = advance({ ...at, began }, id, page);
    }
    const finished = stops.every(({ id }) => at.done.includes(id));
    out.cursor.set(JSON.stringify(finished ? nextRound(at, stops) : at));
    return finished ? undefined : 'more';
  },
});

function advance(at: Cursor & { readonly began: number }, stop: string, { rows, total }: Paged<unknown>): Cursor {
  const start = at.start + rows.length;
  if (start < total) {
    if (rows.length === 0) throw fail('bad_response', `a list from Plex ended at ${start} of ${total} titles`);
    return { ...at, start };
  }
  return { since: { ...at.since, [stop]: at.began - OVERLAP_SECONDS }, done: [...at.done, stop], start: 0 };
}

/** A library that is gone is forgotten, so that it is listed whole should it come back. */
const nextRound = (at: Cursor, stops: readonly Stop[]): Cursor => ({
  ...FRESH,
  since: Object.fromEntries(Object.entries(at.since).filter(([stop]) => stops.some(({ id }) => id === stop))),
});
