/** What is known of the sources: of the engine, where this process syncs, else of the rows that the one which does has written. */
import { cached, opsHealth, opsJobs } from '@sidelight/plugin-api';
import type { HealthRow, JobRow, OpsSource } from '../../ops/ops-source.js';
import type { Source } from '../../plugins/source.js';
import type { Availability } from '../../sync/availability.js';
import type { SyncEngine } from '../../sync/engine.js';
import type { Reader } from '../../widgets/reader.js';
import type { Variant } from '../../widgets/variant.js';
import { everyText } from './describe-task.js';

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

export function engineBook(engine: Pick<SyncEngine, 'of' | 'schedules'>, ops: Pick<OpsSource, 'jobOf'>): Book {
  const schedules = engine.schedules();
  return {
    availabilityOf: (source) => engine.of(source),
    tasksOf: ({ id, integration, schedule }) =>
      (integration?.tasks ?? []).map((task) => {
        const now = schedules.find((one) => one.source === id && one.task === task.id);
        return {
          id: task.id,
          every: everyText(schedule[task.id] ?? task.every, now?.everyMs ?? null),
          nextAt: now?.nextAt ?? null,
          running: now?.running ?? false,
          job: ops.jobOf(id, task.id),
        };
      }),
  };
}

export async function rowBook(reader: Pick<Reader, 'ask'>, variant: Variant): Promise<Book> {
  const [health, jobs] = await Promise.all([
    reader.ask(cached(opsHealth), variant),
    reader.ask(cached(opsJobs), variant),
  ]);
  return {
    availabilityOf: (source) => availabilityOf(health.items.find((row) => row.id === source && row.source === source)),
    tasksOf: ({ id, integration, schedule }) =>
      (integration?.tasks ?? []).map((task): TaskFacts => {
        const row = jobs.items.find(({ source, name }) => source === id && name === task.id);
        const job: JobRow = row ?? { name: task.id, result: 'never' };
        return {
          id: task.id,
          every: everyText(schedule[task.id] ?? task.every, null),
          nextAt: job.nextAt ?? null,
          running: job.result === 'running',
          job,
        };
      }),
  };
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
