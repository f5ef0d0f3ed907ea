/**
 * Titles, their files and flaws. Each library is listed whole once, then only what the server has saved since; the extras of
 * all of them come last, as one listing. It goes on over runs of at most ten pages, so that a failure or a restart resumes
 * where it was.
 */
import {
  fail,
  mediaFiles,
  mediaFlaws,
  mediaItems,
  mediaLibraries,
  mismatch,
  type Publisher,
  type Static,
  type SyncTask,
  Type,
} from '@sidelight/plugin-api';
import type { Client, Listed } from './client.js';
import { dropGone, type ReadLibraries } from './libraries-task.js';
import type { WantedLibrary } from './map.js';
import { EXTRA_TYPES, isExtra, mergedWith, typesOf } from './map-items.js';
import { inFull, publishExtras, publishItems } from './publish-items.js';

const PAGE = 200;
/** Of rows without their files. */
const BARE_PAGE = 1000;
/** Stands for a library among the stops of a round: extras are in none. */
const EXTRAS = 'extras';
const PAGES_PER_RUN = 10;
/** Clocks differ, and the server saves what it scanned a while ago: the next listing overlaps the last one. */
const OVERLAP_MS = 600_000;

/** `since`: stop → what it was last listed up to. A round visits each library once, then the extras; `start` is the place in the next one. */
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
  readonly libraries: ReadLibraries;
}

export const itemsTask = ({ client, clock, libraries }: ItemsTaskInput): SyncTask => ({
  id: 'items',
  every: '5m',
  fills: [mediaItems, mediaFiles, mediaFlaws, mediaLibraries],
  async run(out, signal) {
    const known = await libraries(signal);
    await dropGone(out, known);
    const all = known.wanted;
    const extrasToo = all.length > 0 && client.listsExtras ? [EXTRAS] : [];
    const stops = [...all.map(({ id }) => id), ...extrasToo];
    let at = readCursor(out.cursor.get());
    const run: Run = { client, out, all, signal, listed: new Set() };
    for (let pages = 0; pages < PAGES_PER_RUN; pages++) {
      const stop = stops.find((id) => !at.done.includes(id));
      if (stop === undefined) break;
      const from = { start: at.start, since: at.since[stop] };
      const library = all.find(({ id }) => id === stop);
      const page = library === undefined ? await extras(run, from) : await titles(run, library, from);
      // By the clock of the server, where it tells it: what it saves is dated by that one.
      const began = at.began ?? page.date ?? clock.now().toISOString();
      out.progress({
        ...{ done: from.start + page.Items.length, of: page.TotalRecordCount },
        ...(library === undefined ? {} : { what: library.name }),
      });
      at = advance({ ...at, began }, stop, page);
    }
    const finished = stops.every((id) => at.done.includes(id));
    out.cursor.set(JSON.stringify(finished ? nextRound(at, stops) : at));
    return finished ? undefined : 'more';
  },
});

interface Run {
  readonly client: Client;
  readonly out: Publisher;
  readonly all: readonly WantedLibrary[];
  readonly signal: AbortSignal;
  /** Titles that this run has published by their own listing. */
  readonly listed: Set<string>;
}

interface From {
  readonly start: number;
  readonly since: string | undefined;
}

async function titles({ client, out, all, signal, listed }: Run, { id, kind }: WantedLibrary, from: From) {
  const page = await client.items(id, { ...from, types: typesOf(kind), limit: PAGE }, signal);
  for (const { Id } of page.Items) listed.add(Id);
  const merged = page.Items.some((item) => mergedWith(item).length > 0);
  const held = merged ? await out.held(mediaItems) : listed;
  publishItems(out, {
    items: page.Items,
    libraries: all,
    libraryOf: () => id,
    isListed: (one) => listed.has(one) || held.has(one),
  });
  return page;
}

/** Only those that are extras are asked for in full: beside them come all tracks and home videos. */
async function extras({ client, out, all, signal }: Run, from: From) {
  const page = await client.ids(undefined, { ...from, types: EXTRA_TYPES, limit: BARE_PAGE }, signal);
  const ids = page.Items.filter(isExtra).map(({ Id }) => Id);
  publishExtras(out, (await inFull(client, ids, signal)).flat(), all);
  return page;
}

function advance(at: Cursor & { readonly began: string }, stop: string, page: Listed): Cursor {
  const start = at.start + page.Items.length;
  if (start < page.TotalRecordCount) {
    if (page.Items.length === 0) {
      throw fail('bad_response', `GET /Items ended at ${start} of ${page.TotalRecordCount} titles`);
    }
    return { ...at, start };
  }
  const since = new Date(Date.parse(at.began) - OVERLAP_MS).toISOString();
  return { since: { ...at.since, [stop]: since }, done: [...at.done, stop], start: 0 };
}

/** A library that is gone is forgotten, so that it is listed whole should it come back. */
const nextRound = (at: Cursor, stops: readonly string[]): Cursor => ({
  ...FRESH,
  since: Object.fromEntries(Object.entries(at.since).filter(([stop]) => stops.includes(stop))),
});
