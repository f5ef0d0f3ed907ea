/** What was played while nobody looked: the activity log is asked only after a gap, and only about it. */
import { fail, mediaGaps, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { isWithin, playsIn, rowsOf } from './map-log.js';
import type * as up from './upstream.js';

const PAGE = 500;
/** A month of a large household. */
const MOST_PAGES = 60;
const IDS_AT_ONCE = 100;
/** What ends in a gap began at most so long before it. */
const LONGEST_MS = 12 * 3_600_000;
/** The end of a play is told a while after it. Until then a gap is asked about again. */
const SETTLES_MS = 15 * 60_000;

export interface GapsTaskInput {
  readonly client: Client;
  readonly clock: { now(): Date };
}

/** The cursor is the end of the last gap that nothing more is told of. */
export const gapsTask = ({ client, clock }: GapsTaskInput): SyncTask => ({
  id: 'gaps',
  every: '30m',
  fills: [mediaGaps],
  async run(out, signal) {
    const done = out.cursor.get() ?? '';
    const gaps = (await out.gaps()).filter(({ to }) => to > done);
    const [first] = gaps;
    if (first === undefined) return;
    const since = client.theirs(new Date(Date.parse(first.from) - LONGEST_MS)).toISOString();
    const plays = playsIn(await entriesSince(client, since, signal)).filter((play) => isWithin(gaps, play));
    if (plays.length > 0) {
      const items = await titlesOf(client, [...new Set(plays.map(({ itemId }) => itemId))], signal);
      out.append(mediaGaps, rowsOf(plays, items, await client.users(signal)));
    }
    const settled = new Date(clock.now().getTime() - SETTLES_MS).toISOString();
    const last = gaps.findLast(({ to }) => to <= settled);
    if (last !== undefined) out.cursor.set(last.to);
  },
});

/** What is logged meanwhile moves the pages on: some entries come twice. */
async function entriesSince(client: Client, since: string, signal: AbortSignal): Promise<readonly up.LogEntry[]> {
  const entries: up.LogEntry[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const { Items } = await client.log(since, page * PAGE, PAGE, signal);
    entries.push(...Items);
    if (Items.length < PAGE) return entries;
  }
  throw fail('bad_response', `GET /System/ActivityLog/Entries has more than ${MOST_PAGES * PAGE} entries`);
}

async function titlesOf(client: Client, ids: readonly string[], signal: AbortSignal): Promise<readonly up.Item[]> {
  const items: up.Item[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const page = await client.titles(ids.slice(start, start + IDS_AT_ONCE), signal);
    items.push(...page.Items.filter(({ Id }) => ids.includes(Id)));
  }
  return items;
}
