/** What is said of a contribution that is left out. Pure. */
import { CORE, type Notice } from '../ops/notices.js';
import type { Owner } from './contributions.js';

/** @param fault the end of a sentence */
export function refusal({ plugin, name, source }: Owner, kind: string, what: string, fault: string): Notice {
  const whose = name === CORE ? 'Sidelight' : name;
  return {
    id: `contribution_refused:${source === undefined ? plugin : `${plugin}:${source}`}:${kind}:${what}`,
    type: 'contribution_refused',
    severity: 'warn',
    text: `The ${kind} ${what} of ${whose} is left out: ${fault}`,
    ...(source === undefined ? {} : { source }),
  };
}
