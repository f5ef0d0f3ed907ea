/** What is wrong with a source, and what to do about it. */
import type { ErrorCode } from '@sidelight/plugin-api';
import { ERRORS } from '../../ground/errors.js';
import type { SourceFacts } from './source-facts.js';
import { isStarted } from './source-state.js';

export interface Trouble {
  readonly text: string;
  readonly hint: string;
}

const HINTS: Readonly<Record<ErrorCode, string>> = {
  unreachable: 'Is it running, and can this machine reach its url? Sidelight tries again by itself.',
  auth_failed: 'Correct its key or password with Change. Sidelight tries again once an hour, or with Check.',
  bad_response: 'Another program answers at this url, or a version that the plugin does not know.',
  not_found: 'Check the url: the base path may be missing.',
  refused: 'It cannot do this in its current state.',
};
const TASK_HINT = 'Data synced earlier is still shown. Sidelight retries the task by itself.';

export function troubleOf(facts: SourceFacts): Trouble | null {
  const { entry, availability, tasks, notices } = facts;
  if (!entry.enabled) return null;
  if (!isStarted(facts)) {
    const notice = notices.find(({ severity }) => severity === 'error');
    return { text: notice?.text ?? 'It could not start', hint: hintOf(notice?.type ?? '') };
  }
  if (availability.state === 'down' || availability.state === 'refused') {
    const code = availability.code ?? (availability.state === 'down' ? 'unreachable' : 'auth_failed');
    return { text: availability.message ?? 'It does not answer', hint: HINTS[code] };
  }
  const failed = tasks.find(({ job }) => job.result === 'failed');
  return failed === undefined ? null : { text: `${failed.id}: ${failed.job.message ?? 'it failed'}`, hint: TASK_HINT };
}

const hintOf = (type: string): string =>
  type in ERRORS ? ERRORS[type as keyof typeof ERRORS].hint : 'See the log for details.';
