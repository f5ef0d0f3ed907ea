/** What is known of the tasks of the sources: the rows of `ops.jobs`, which say the same on every replica. */
import { cached, opsJobs, type Progress, type SyncTask } from '@sidelight/plugin-api';
import type { JobRow } from '../../ops/job-row.js';
import type { Source } from '../../plugins/source.js';
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
  /** Of a run that tells how far it has come. */
  readonly progress: Progress | null;
  /** The latest run. */
  readonly job: JobRow;
}

export interface Book {
  tasksOf(source: Source): readonly TaskFacts[];
}

export async function openBook(
  reader: Pick<Reader, 'ask'>,
  engine: Plans & Pick<SyncEngine, 'schedules'>,
  variant: Variant,
): Promise<Book> {
  const schedules = engine.schedules();
  const jobs = await reader.ask(cached(opsJobs), variant);
  return {
    tasksOf: (source) =>
      (source.integration?.tasks ?? []).map((task): TaskFacts => {
        const row = jobs.items.find((one) => one.source === source.id && one.name === task.id);
        const job: JobRow = row ?? { name: task.id, result: 'never' };
        return {
          id: task.id,
          every: everyText(engine.planOf(source), task, job.everyMs),
          nextAt: job.nextAt ?? null,
          running: job.result === 'running',
          progress: schedules.find((one) => one.source === source.id && one.task === task.id)?.progress ?? null,
          job,
        };
      }),
  };
}

/** @param everyMs the interval that holds now, where it is known */
function everyText({ tasks }: SourcePlan, task: SyncTask, everyMs: number | undefined): string {
  const plan = tasks.find((one) => one.task.id === task.id);
  if (plan === undefined) return 'never';
  return scheduleText(everyMs === undefined ? plan.schedule : { kind: 'interval', everyMs });
}
