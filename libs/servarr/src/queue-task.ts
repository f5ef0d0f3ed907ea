/**
 * The queue, with what it had before it went blind: a manager that loses sight of its download client lists nothing of it any
 * more, and what needed somebody still does.
 */
import { releaseQueue, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import type { QueueRow } from './queue.js';
import type { HealthChecks } from './upstream.js';

/** How long what has left the queue is remembered: a client has failed for five minutes before its manager says so. */
const REMEMBERED_MS = 15 * 60_000;

/** The cursor where no row is kept. */
const NOTHING = '[]';

interface QueueInput {
  readonly client: Pick<Client, 'health'>;
  readonly clock: { now(): Date };
  rows(signal: AbortSignal): Promise<readonly QueueRow[]>;
}

/** A row that needs somebody. `goneAt`: when it was missed first. */
interface Kept {
  readonly row: QueueRow;
  readonly goneAt?: string;
}

export const queueTask = ({ client, clock, rows }: QueueInput): SyncTask => ({
  id: releaseQueue.id,
  every: '30s',
  idle: '1m',
  fills: [releaseQueue],
  async run(out, signal) {
    const listed = await rows(signal);
    const there = new Set(listed.map(({ id }) => id));
    const gone = keptIn(out.cursor.get()).filter(({ row }) => !there.has(row.id));
    const checks = gone.length === 0 ? [] : await client.health(signal);
    const stale = gone.filter(({ row }) => isOutOfSight(row, checks)).map(({ row }) => ({ ...row, stale: true }));
    const missed = gone.filter(({ row }) => !isOutOfSight(row, checks)).flatMap(missedSince(clock.now()));
    out.replace(releaseQueue, [...listed, ...stale]);
    const kept: readonly Kept[] = [...[...listed.filter(needsSomebody), ...stale].map((row) => ({ row })), ...missed];
    const cursor = JSON.stringify(kept);
    if (cursor !== (out.cursor.get() ?? NOTHING)) out.cursor.set(cursor);
  },
});

/** The cursor is written by this task alone. */
const keptIn = (cursor: string | undefined): readonly Kept[] => (cursor === undefined ? [] : JSON.parse(cursor));

const missedSince =
  (now: Date) =>
  ({ row, goneAt = now.toISOString() }: Kept): readonly Kept[] =>
    now.getTime() - Date.parse(goneAt) > REMEMBERED_MS ? [] : [{ row: { ...row, stale: undefined }, goneAt }];

const needsSomebody = ({ state, warnings = [] }: QueueRow): boolean =>
  state === 'blocked' || state === 'failed' || warnings.length > 0;

/** Whether the manager says that it cannot reach the client of a row. */
const isOutOfSight = ({ client }: QueueRow, checks: HealthChecks): boolean =>
  checks.some(({ source, type, message }) => {
    if (source !== 'DownloadClientStatusCheck' && source !== 'DownloadClientCheck') return false;
    if (client !== undefined && message.includes(client)) return true;
    // An error of that check is about all of them, and names none.
    return source === 'DownloadClientStatusCheck' && type === 'error';
  });
