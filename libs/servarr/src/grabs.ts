/** What was grabbed, from the history: it keeps the link of a download that has left the queue. */
import { type Http, type ItemIn, releaseGrabs, type SyncTask } from '@sidelight/plugin-api';
import { isoTime } from './calendar.js';
import { byDownload, commonSubject, downloadKeyOf, idsOf, type ReleaseType, type Subject } from './release.js';
import type { HistoryRecord } from './upstream.js';

const DAY_MS = 86_400_000;

/** What the history is asked for; the number of the event is alike in all managers. */
export const grabbedSince = (date: string) => ({ date, eventType: 1 });

interface GrabsInput<R extends HistoryRecord> {
  readonly type: ReleaseType;
  readonly clock: { now(): Date };
  readonly http: Pick<Http, 'theirs'>;
  /** What was grabbed since then, that moment included. */
  history(since: string, signal: AbortSignal): Promise<readonly R[]>;
  /** Tells of each record what it is about. */
  subjects(records: readonly NoInfer<R>[], signal: AbortSignal): Promise<(record: NoInfer<R>) => Subject>;
}

/** The cursor is the time of the newest record: more of the same second may come, so that moment is asked for again. */
export const grabsTask = <R extends HistoryRecord>({
  type,
  clock,
  http,
  history,
  subjects,
}: GrabsInput<R>): SyncTask => ({
  id: releaseGrabs.id,
  every: '5m',
  fills: [releaseGrabs],
  async run(out, signal) {
    const since = out.cursor.get() ?? daysAgo(http.theirs(clock.now()), releaseGrabs.days ?? 0);
    const records = await history(since, signal);
    out.append(releaseGrabs, grabRows(type, records, await subjects(records, signal)));
    out.cursor.set(records.map(timeOf).reduce(later, since));
  },
});

const daysAgo = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
const timeOf = (record: HistoryRecord): string => isoTime(record.date);
const later = (a: string, b: string): string => (a > b ? a : b);

/** One row per download, however many episodes were grabbed with it. */
export function grabRows<R extends HistoryRecord>(
  type: ReleaseType,
  records: readonly R[],
  subjectOf: (record: R) => Subject,
): readonly ItemIn<typeof releaseGrabs>[] {
  const grabbed = records.filter((record) => record.eventType === 'grabbed');
  return [...byDownload(grabbed, (record) => downloadKeyOf(record.downloadId) ?? '')].flatMap(([key, group]) => {
    if (key === '') return [];
    const { work, season, is4k } = commonSubject(group.map(subjectOf));
    return {
      id: key,
      downloadKey: key,
      type,
      title: work?.title ?? group[0].sourceTitle ?? key,
      season,
      is4k,
      at: group.map(timeOf).reduce(later),
      ...idsOf(work),
    };
  });
}
