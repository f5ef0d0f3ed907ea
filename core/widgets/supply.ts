/** Which ports a source supplies by its tasks, and how often. */
import type { SyncTask } from '@sidelight/plugin-api';
import { derivedPorts } from '../derivations/derive.js';
import type { Source } from '../plugins/source.js';
import { parseEvery } from '../time/schedule.js';

const known = new WeakMap<Source, ReadonlyMap<string, number>>();

/** Port id → milliseconds between two runs of the slowest task behind it. Ports that the core derives are among them. */
export function suppliedBy(source: Source): ReadonlyMap<string, number> {
  let supplied = known.get(source);
  if (supplied === undefined) {
    supplied = intervals(source);
    known.set(source, supplied);
  }
  return supplied;
}

function intervals(source: Source): ReadonlyMap<string, number> {
  const tasks = source.integration?.tasks ?? [];
  const filled = new Set(tasks.flatMap(portsOf));
  const derived = new Set(derivedPorts(filled));
  const slowest = new Map<string, number>();
  for (const task of tasks) {
    const ms = intervalOf(task, source.schedule[task.id]);
    const more = derivedPorts(new Set(portsOf(task))).filter((port) => derived.has(port));
    for (const port of [...portsOf(task), ...more]) slowest.set(port, Math.max(slowest.get(port) ?? 0, ms));
  }
  return slowest;
}

const portsOf = (task: SyncTask): readonly string[] => task.fills.map((port) => port.id);

/** An override holds whatever the task says, its slower pace while idle included. One that makes no sense is ignored. */
function intervalOf(task: SyncTask, override: string | undefined): number {
  const overridden = override === undefined ? null : millisecondsOf(override);
  if (overridden !== null) return overridden;
  const idle = task.idle === undefined ? 0 : (millisecondsOf(task.idle) ?? 0);
  return Math.max(millisecondsOf(task.every) ?? 0, idle);
}

/** null when it is no schedule: the sync engine has told of it. */
function millisecondsOf(every: SyncTask['every'] | string): number | null {
  try {
    const schedule = parseEvery(every, 'UTC');
    return schedule.kind === 'interval' ? schedule.everyMs : longestGap(schedule.cron.nextRuns(GAPS));
  } catch {
    return null;
  }
}

/** So many runs of a cron pattern show its longest pause: a weekend, say. */
const GAPS = 10;

function longestGap(runs: readonly Date[]): number {
  const gaps = runs.slice(1).map((run, index) => run.getTime() - (runs[index]?.getTime() ?? run.getTime()));
  return Math.max(0, ...gaps);
}
