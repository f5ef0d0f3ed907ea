/** What came out of a press on a button, as a sentence. Pure. */
import type { JobRow } from '../../ops/job-row.js';
import type { Availability } from '../../sync/availability.js';

export interface Outcome {
  readonly text: string;
  /** well; pending: it goes on; not. */
  readonly kind: 'well' | 'pending' | 'failed';
}

export function checkOutcome({ state, name, version, message }: Availability): Outcome {
  const upstream = [name, version].filter((part) => part !== undefined).join(' ');
  const because = message === undefined ? '' : `: ${message}`;
  switch (state) {
    case 'up':
      return { kind: 'well', text: `It answers${upstream === '' ? '' : `: ${upstream}`}.` };
    case 'refused':
      return { kind: 'failed', text: `It rejected the credentials${because}.` };
    case 'down':
      return { kind: 'failed', text: `It is down${because}.` };
    case 'unknown':
      return { kind: 'failed', text: 'It could not be checked: it has just been stopped or restarted.' };
  }
}

/** @param jobs the latest run of each task */
export function syncOutcome(jobs: readonly JobRow[]): Outcome {
  const failed = jobs.filter(({ result }) => result === 'failed');
  const [first] = failed;
  if (jobs.length === 0)
    return { kind: 'well', text: 'It has nothing to sync: its data is fetched when a dashboard requests it.' };
  if (first === undefined) return { kind: 'well', text: `Synced ${counted(jobs.length, 'task')}.` };
  const which = `${first.name}: ${first.message ?? 'no reason was given'}`;
  return { kind: 'failed', text: `${failed.length} of ${counted(jobs.length, 'task')} failed. ${which}.` };
}

export const notSynced = (check: Outcome): Outcome => ({ kind: 'failed', text: `Nothing was synced. ${check.text}` });

export const PENDING = {
  check: { kind: 'pending', text: 'No answer yet: this page updates as soon as there is one.' },
  sync: { kind: 'pending', text: 'Syncing in the background: this page shows when it is done.' },
} as const satisfies Record<string, Outcome>;

/** @param each by the source’s id */
export function everythingOutcome(each: ReadonlyMap<string, Outcome>): Outcome {
  const ids = (kind: Outcome['kind']) => [...each].flatMap(([id, one]) => (one.kind === kind ? [id] : []));
  const [well, pending, failed] = [ids('well'), ids('pending'), ids('failed')];
  const parts = [
    `Synced ${counted(well.length, 'source')}`,
    ...(pending.length === 0 ? [] : [`still syncing: ${pending.join(', ')}`]),
    ...(failed.length === 0 ? [] : [`failed: ${failed.join(', ')}`]),
  ];
  const kind = failed.length > 0 ? 'failed' : pending.length > 0 ? 'pending' : 'well';
  return { kind, text: `${parts.join('; ')}.` };
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
