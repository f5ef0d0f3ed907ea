/** What is known of the sources: of the engine, where this process syncs, else of the rows that the one which does has written. */
import { cached, opsHealth, opsJobs, type SyncTask } from '@sidelight/plugin-api';
import type { HealthRow, JobRow, OpsSource } from '../../ops/ops-source.js';
import type { Source } from '../../plugins/source.js';
import type { Availability } from '../../sync/availability.js';
import type { SyncEngine } from '../../sync/engine.js';
import type { Plans, SourcePlan } from '../../sync/task-plan.js';
import { scheduleText } from '../../time/schedule.js';
import type { Reader } from '../../widgets/reader.js';
import type { Variant } from '../../widgets/variant.js';

export interface TaskFacts {
  readonly id: string;
  /** "every 5 min". */
  readonly every: string;
  /** ISO; null: when it is woken. */
  readonly nextAt: string | null;
  readonly running: boolean;
  /** The latest run. */
  readonly job: JobRow;
}

export interface Book {
  availabilityOf(source: string): Availability;
  tasksOf(source: Source): readonly TaskFacts[];
}

export function engineBook(
  engine: Pick<SyncEngine, 'of' | 'schedules' | 'planOf'>,
  ops: Pick<OpsSource, 'jobOf'>,
): Book {
  const schedules = engine.schedules();
  return {
    availabilityOf: (source) => engine.of(source),
    tasksOf: (source) =>
      (source.integration?.tasks ?? []).map((task) => {
        const { id } = source;
        const now = schedules.find((one) => one.source === id && one.task === task.id);
        return {
          id: task.id,
          every: everyText(engine.planOf(source), task, now?.everyMs),
          nextAt: now?.nextAt ?? null,
          running: now?.running ?? false,
          job: ops.jobOf(id, task.id),
        };
      }),
  };
}

export async function rowBook(reader: Pick<Reader, 'ask'>, plans: Plans, variant: Variant): Promise<Book> {
  const [health, jobs] = await Promise.all([
    reader.ask(cached(opsHealth), variant),
    reader.ask(cached(opsJobs), variant),
  ]);
  return {
    availabilityOf: (source) => availabilityOf(health.items.find((row) => row.id === source && row.source === source)),
    tasksOf: (source) =>
      (source.integration?.tasks ?? []).map((task): TaskFacts => {
        const row = jobs.items.find((one) => one.source === source.id && one.name === task.id);
        const job: JobRow = row ?? { name: task.id, result: 'never' };
        return {
          id: task.id,
          every: everyText(plans.planOf(source), task),
          nextAt: job.nextAt ?? null,
          running: job.result === 'running',
          job,
        };
      }),
  };
}

/** @param everyMs the interval that holds now, where it is known */
function everyText({ tasks }: SourcePlan, task: SyncTask, everyMs?: number | null): string {
  const plan = tasks.find((one) => one.task.id === task.id);
  if (plan === undefined) return 'never';
  return scheduleText(typeof everyMs === 'number' ? { kind: 'interval', everyMs } : plan.schedule);
}

function availabilityOf(row: HealthRow | undefined): Availability {
  if (row?.checkedAt === undefined) return { state: 'unknown' };
  return {
    state: row.ok ? 'up' : row.refused ? 'refused' : 'down',
    checkedAt: row.checkedAt,
    ...(row.name === row.id ? {} : { name: row.name }),
    ...(row.message === '' ? {} : { message: row.message }),
    ...(row.failingSince === undefined ? {} : { since: row.failingSince }),
  };
}
