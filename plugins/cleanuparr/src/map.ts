/** From Cleanuparr's answers to port items. Pure. */
import type { cleanupActions, cleanupAttention, ItemIn, opsHealth, serviceJobs } from '@sidelight/plugin-api';
import type { Event, Job, ManualEvent, Stats } from './upstream.js';

export type Done = ItemIn<typeof cleanupActions>;

/** What was done; nothing of a rehearsal, of a mark that says what follows anyway, and of what is no cleaning. */
export function toDone(event: Event): readonly Done[] {
  const { eventType, isDryRun, strikeCount, deleteReason, cleanReason } = event;
  if (isDryRun === true) return [];
  if (eventType.endsWith('Strike')) {
    const reason = wordsOf(eventType.slice(0, -'Strike'.length));
    return [{ ...factsOf(event), action: 'strike', reason, strikes: strikeCount ?? undefined }];
  }
  if (eventType === 'QueueItemDeleted')
    return [{ ...factsOf(event), action: 'removed', reason: wordsOf(deleteReason) }];
  if (eventType === 'DownloadCleaned') return [{ ...factsOf(event), action: 'removed', reason: wordsOf(cleanReason) }];
  return [];
}

const factsOf = ({ id, timestamp, itemTitle, itemHash }: Event) => ({
  id,
  title: itemTitle ?? '',
  at: isoOf(timestamp) ?? timestamp,
  downloadKey: keyOf(itemHash),
});

/** As managers and the queue write it. */
const keyOf = (hash: string | null | undefined): string | undefined => (hash ? hash.toUpperCase() : undefined);

/** "FailedImport" → "failed import" */
const wordsOf = (name: string | null | undefined): string | undefined =>
  name ? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : undefined;

const SEVERITIES: Readonly<Record<string, 'info' | 'warn' | 'error'>> = { Information: 'info', Error: 'error' };

/** Its first line; what follows leads to its manual. */
export const toMatter = (event: ManualEvent): ItemIn<typeof cleanupAttention> => ({
  id: event.id,
  title: event.itemTitle ?? '',
  text: (event.message.split('\n', 1)[0] ?? '').replace(/\bhttps?:\/\/\S+/g, '…').trim(),
  severity: SEVERITIES[event.severity] ?? 'warn',
  at: isoOf(event.timestamp) ?? event.timestamp,
  downloadKey: keyOf(event.itemHash),
});

/** Of clients and managers that it could not reach when it looked last. Its own words hold their addresses. */
export const healthRows = ({ health }: Stats, now: Date): readonly ItemIn<typeof opsHealth>[] =>
  [...health.downloadClients, ...health.arrInstances]
    .filter(({ isHealthy }) => !isHealthy)
    .map(({ id, name, type }) => ({
      id,
      name,
      type,
      about: `${type} ${name}`.toLowerCase(),
      ok: false,
      refused: false,
      severity: 'warn',
      message: 'cannot be reached by Cleanuparr',
      checkedAt: now.toISOString(),
    }));

export const isOff = ({ status }: Job): boolean => status === 'Not Scheduled';

export const toJobs = (jobs: readonly Job[], { jobs: { byType } }: Stats): readonly ItemIn<typeof serviceJobs>[] =>
  jobs.map((job) => {
    const { jobType, name, status, nextRunTime, previousRunTime } = job;
    const runs = byType[jobType];
    return {
      id: jobType,
      name: name.replace(/([a-z])([A-Z])/g, '$1 $2'),
      state: isOff(job) ? undefined : (STATES[status] ?? 'unknown'),
      result: resultOf(runs),
      lastAt: isoOf(runs?.lastRunAt) ?? isoOf(previousRunTime),
      nextAt: isoOf(nextRunTime),
    };
  });

const STATES: Readonly<Record<string, 'idle' | 'running'>> = { Scheduled: 'idle', Running: 'running' };

/** It counts the runs of a day, and not how the last one went: that is known while all went the same way. */
function resultOf(runs: Stats['jobs']['byType'][string] | undefined): 'completed' | 'failed' | undefined {
  if (runs === undefined || runs.total === 0) return undefined;
  if (runs.completed === runs.total) return 'completed';
  return runs.failed === runs.total ? 'failed' : undefined;
}

const isoOf = (time: string | null | undefined): string | undefined =>
  time ? new Date(time).toISOString() : undefined;
