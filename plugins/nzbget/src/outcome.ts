/** What NZBGet's history says of a download that is over: `<total>/<detail>`. */
import type { Entry } from './upstream.js';

/** Warnings after which the files are there all the same. */
const HARMLESS: ReadonlySet<string> = new Set(['SCRIPT', 'HEALTH']);

const REASONS: Readonly<Record<string, string>> = {
  'FAILURE/PAR': 'The repair failed',
  'FAILURE/UNPACK': 'The unpacking failed',
  'FAILURE/MOVE': 'Its files could not be moved to their destination',
  'FAILURE/SCAN': 'The NZB could not be read',
  'FAILURE/BAD': 'It was marked as bad',
  'FAILURE/HEALTH': 'Too many of its articles are missing',
  'FAILURE/FETCH': 'The NZB could not be fetched',
  'WARNING/SPACE': 'The disk is too full to unpack it',
  'WARNING/PASSWORD': 'It wants a password to be unpacked',
  'WARNING/DAMAGED': 'It is damaged, and the par-check is switched off',
  'WARNING/REPAIRABLE': 'It is damaged and can be repaired, but the repair is switched off',
};

/** undefined: it was deleted or skipped, so nobody waits for it. */
export function outcomeOf(status: string): 'completed' | 'failed' | undefined {
  const [total = '', detail = ''] = status.split('/');
  if (total === 'SUCCESS') return 'completed';
  if (total === 'FAILURE') return 'failed';
  if (total !== 'WARNING' || detail === 'SKIPPED') return undefined;
  return HARMLESS.has(detail) ? 'completed' : 'failed';
}

/** Of what has failed NZBGet deletes the files together with the entry; of anything else it never does. */
export const leavesNothing = ({ Status }: Entry): boolean => Status.startsWith('FAILURE/');

export const reasonOf = (status: string): string => REASONS[status] ?? status;
