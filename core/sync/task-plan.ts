/** When the tasks of a source run by themselves: as the entry says, else as the plugin says. Nobody else reads either. */
import type { SyncTask } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { derivedPorts } from '../derivations/derive.js';
import type { Source } from '../plugins/source.js';
import { longestMsOf, parseEvery, type Schedule } from '../time/schedule.js';

export interface TaskPlan {
  readonly task: SyncTask;
  readonly schedule: Schedule;
  /** Holds while the snapshots of the task are empty; null: the schedule does, as it does whenever the entry has one of its own. */
  readonly idle: Schedule | null;
  /** Holds while a connection tells of whatever changes its rows; null as of `idle`. */
  readonly listening: Schedule | null;
}

export interface SourcePlan {
  /** In the order of the tasks; one whose schedule makes no sense has none. */
  readonly tasks: readonly TaskPlan[];
  /** A sentence about each schedule that makes no sense. */
  readonly faults: readonly string[];
  /** Port id → milliseconds between two runs of the slowest task behind it. Ports that the core derives are among them. */
  readonly supplied: ReadonlyMap<string, number>;
}

/** Whom to ask how often something is supplied. */
export interface Plans {
  planOf(source: Source): SourcePlan;
}

const known = new WeakMap<Source, { readonly zone: string; readonly plan: SourcePlan }>();

/** @param zone in which cron patterns are meant */
export function planOf(source: Source, zone: string): SourcePlan {
  const before = known.get(source);
  if (before?.zone === zone) return before.plan;
  const plan = planAnew(source, zone);
  known.set(source, { zone, plan });
  return plan;
}

function planAnew(source: Source, zone: string): SourcePlan {
  const faults: string[] = [];
  const parse = (every: SyncTask['every'] | string | undefined, task: SyncTask): Schedule | null => {
    if (every === undefined) return null;
    try {
      return parseEvery(every, zone);
    } catch (error) {
      faults.push(`schedule of task ${task.id}: ${messageOf(error)}`);
      return null;
    }
  };
  const tasks = (source.integration?.tasks ?? []).flatMap((task): TaskPlan[] => {
    const own = parse(source.schedule[task.id], task);
    const schedule = own ?? parse(task.every, task);
    if (schedule === null) return [];
    const slower = (every: SyncTask['every'] | undefined): Schedule | null =>
      own === null ? parse(every, task) : null;
    return [{ task, schedule, idle: slower(task.idle), listening: slower(task.listening) }];
  });
  return { tasks, faults, supplied: suppliedBy(source, tasks) };
}

function suppliedBy(source: Source, plans: readonly TaskPlan[]): ReadonlyMap<string, number> {
  const tasks = source.integration?.tasks ?? [];
  const derived = new Set(derivedPorts(new Set(tasks.flatMap(portsOf))));
  const slowest = new Map<string, number>();
  for (const task of tasks) {
    const plan = plans.find((one) => one.task === task);
    const schedules = [plan?.schedule, plan?.idle, plan?.listening];
    const ms = Math.max(0, ...schedules.map((one) => (one === undefined || one === null ? 0 : longestMsOf(one))));
    const more = derivedPorts(new Set(portsOf(task))).filter((port) => derived.has(port));
    for (const port of [...portsOf(task), ...more]) slowest.set(port, Math.max(slowest.get(port) ?? 0, ms));
  }
  return slowest;
}

const portsOf = (task: SyncTask): readonly string[] => task.fills.map((port) => port.id);
