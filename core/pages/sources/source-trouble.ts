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
  unreachable: 'Is it running, and can this machine reach its url? It is asked again by itself.',
  auth_failed:
    'Correct its key or password in the config and reload it. It is tried again once an hour, or with Check.',
  bad_response: 'Something else answers at this url, or a version that its plugin does not know.',
  not_found: 'Check the url: it may lack a base path.',
  refused: 'It does not do this in its present state.',
};
const TASK_HINT = 'What was synced before is still shown. The task is tried again by itself.';

export function troubleOf(facts: SourceFacts): Trouble | null {
  const { entry, availability, tasks, notices } = facts;
  if (!entry.enabled) return null;
  if (!isStarted(facts)) {
    const notice = notices.find(({ severity }) => severity === 'error');
    return { text: notice?.text ?? 'It could not be started', hint: hintOf(notice?.type ?? '') };
  }
  if (availability.state === 'down' || availability.state === 'refused') {
    const code = availability.code ?? (availability.state === 'down' ? 'unreachable' : 'auth_failed');
    return { text: availability.message ?? 'It does not answer', hint: HINTS[code] };
  }
  const failed = tasks.find(({ job }) => job.result === 'failed');
  return failed === undefined ? null : { text: `${failed.id}: ${failed.job.message ?? 'it failed'}`, hint: TASK_HINT };
}

const hintOf = (type: string): string =>
  type in ERRORS ? ERRORS[type as keyof typeof ERRORS].hint : 'The log says more.';
