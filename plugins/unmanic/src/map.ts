/** From Unmanic's answers to port items. Pure. */
import type { ItemIn, serviceJobs, transcodeCounts, transcodeQueue, transcodeWorkers } from '@sidelight/plugin-api';
import type { Past } from './client.js';
import type { Finished, Pending, Scan, Task, Worker } from './upstream.js';

const DAY_SECONDS = 86_400;
/** How many of the latest successes tell what a file takes. */
const SAMPLE = 50;

/** A worker that says `idle: false` may have nothing to do yet. */
const isBusy = (worker: Worker): worker is Worker & { readonly current_task: number } => worker.current_task !== null;

export const busyTasks = (workers: readonly Worker[]): readonly number[] =>
  workers.filter(isBusy).map(({ current_task }) => current_task);

export const dayBefore = (now: Date): number => now.getTime() / 1000 - DAY_SECONDS;

/** @param tasks those of the workers: one that has just ended is not among them */
export function toWorkers(
  workers: readonly Worker[],
  tasks: readonly Task[],
): readonly ItemIn<typeof transcodeWorkers>[] {
  const paths = new Map(tasks.map(({ id, abspath }) => [id, abspath]));
  return workers.filter(isBusy).map((worker) => ({
    id: worker.id,
    name: worker.current_file,
    path: paths.get(worker.current_task),
    node: worker.name,
    progress: percentOf(worker.subprocess.percent),
    paused: worker.paused,
  }));
}

/** 0 says nothing: so does a program whose output Unmanic cannot read, from its beginning to its end. */
function percentOf(text: string): number | undefined {
  const percent = Math.floor(Number(text));
  return percent > 0 ? Math.min(100, percent) : undefined;
}

export const toQueue = ({ results }: Pending): readonly ItemIn<typeof transcodeQueue>[] =>
  results.map(({ id, abspath }, index) => ({
    id: String(id),
    name: abspath.split('/').at(-1) ?? abspath,
    position: index + 1,
    path: abspath,
  }));

interface State {
  readonly workers: readonly Worker[];
  readonly pending: Pending;
  readonly past: Past;
}

export function toCounts({ workers, pending, past }: State, now: Date): ItemIn<typeof transcodeCounts> {
  const since = dayBefore(now);
  const failed = past.finished.filter((task) => !task.task_success && task.finish_time >= since).length;
  return {
    queued: pending.recordsFiltered,
    errored: failed,
    erroredDay: failed,
    done: past.successCount,
    paused: workers.length > 0 && workers.every((worker) => worker.paused),
    etaSeconds: etaOf(pending.recordsFiltered, workers, past.finished),
  };
}

/** By what the latest files took each, shared among the workers that go on. */
function etaOf(queued: number, workers: readonly Worker[], finished: readonly Finished[]): number | undefined {
  const spans = finished
    .filter((task) => task.task_success)
    .slice(0, SAMPLE)
    .map((task) => task.finish_time - task.start_time);
  const going = workers.filter((worker) => !worker.paused).length;
  if (queued === 0 || going === 0 || spans.length === 0) return undefined;
  const mean = spans.reduce((sum, one) => sum + one, 0) / spans.length;
  return Math.round((queued * mean) / going);
}

const SCANNING: Readonly<Record<string, 'idle' | 'running' | 'cancelling'>> = {
  idle: 'idle',
  scheduled: 'running',
  scanning: 'running',
  cancelling: 'cancelling',
};

export const toJobs = (scan: Scan | undefined): readonly ItemIn<typeof serviceJobs>[] =>
  scan === undefined ? [] : [{ id: 'library-scan', name: 'Library scan', state: SCANNING[scan.state] ?? 'unknown' }];
