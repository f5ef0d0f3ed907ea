/**
 * What was seen while nobody looked, as the server's history of whole views tells it: after a gap, and only about it. Where the
 * entry asks for it, also what was seen before Sidelight was there.
 */
import { fail, mediaGaps, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { isWithin, rowsOf, type View, viewsIn, watched } from './map-history.js';
import type * as up from './upstream.js';
import { epochOf } from './values.js';

const PAGE = 500;
/** A month of a large household. */
const MOST_PAGES = 60;
const IDS_AT_ONCE = 50;
/** What began in a gap is told of when it has been seen: until then the gap is asked about again. */
const SETTLES_MS = 4 * 3_600_000;

export interface HistoryInput {
  readonly client: Client;
  readonly clock: { now(): Date };
}

/** The cursor is the end of the last gap that nothing more is told of. */
export const gapsTask = ({ client, clock }: HistoryInput): SyncTask => ({
  id: 'gaps',
  every: '30m',
  fills: [mediaGaps],
  async run(out, signal) {
    const done = out.cursor.get() ?? '';
    const gaps = (await out.gaps()).filter(({ to }) => to > done);
    const [first] = gaps;
    if (first === undefined) return;
    const views = await viewsSince(client, epochOf(client.theirs(new Date(first.from)).toISOString()), signal);
    const rows = (await told(client, views, signal)).filter((row) => isWithin(gaps, row));
    if (rows.length > 0) out.append(mediaGaps, rows);
    const settled = new Date(clock.now().getTime() - SETTLES_MS).toISOString();
    const last = gaps.findLast(({ to }) => to <= settled);
    if (last !== undefined) out.cursor.set(last.to);
  },
});

/** The cursor is `<epoch seconds of the first run> <place in the list>`, and no place once all is told. */
export const historyTask = ({ client, clock }: HistoryInput): SyncTask => ({
  id: 'history',
  every: '1h',
  fills: [mediaGaps],
  async run(out, signal) {
    const [until = String(epochOf(clock.now().toISOString())), start = '0'] = out.cursor.get()?.split(' ') ?? [];
    if (start === 'done') return undefined;
    const place = Number(start);
    const { rows, total } = await client.viewsUntil(Number(until), { start: place, limit: PAGE }, signal);
    const views = await told(client, viewsIn(rows), signal);
    if (views.length > 0)
      out.append(
        mediaGaps,
        views.map((view) => ({ ...view, native: true })),
      );
    const next = place + rows.length;
    const isDone = rows.length === 0 || next >= total;
    out.cursor.set(`${until} ${isDone ? 'done' : next}`);
    return isDone ? undefined : 'more';
  },
});

/** What is seen meanwhile comes last: nothing moves. */
async function viewsSince(client: Client, since: number, signal: AbortSignal): Promise<readonly View[]> {
  const rows: up.View[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const told = await client.viewsSince(since, { start: rows.length, limit: PAGE }, signal);
    rows.push(...told.rows);
    if (rows.length >= told.total || told.rows.length === 0) return viewsIn(rows);
  }
  throw fail('bad_response', `the history of Plex has more than ${MOST_PAGES * PAGE} views`);
}

async function told(client: Client, views: readonly View[], signal: AbortSignal) {
  const played = watched(views);
  if (played.length === 0) return [];
  const ids = [...new Set(played.map(({ itemId }) => itemId))];
  const items: up.Item[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    items.push(...(await client.itemsById(ids.slice(start, start + IDS_AT_ONCE), signal)));
  }
  const [accounts, devices] = [await client.accounts(signal), await client.devices(signal)];
  return rowsOf(played, { items, accounts, devices });
}
