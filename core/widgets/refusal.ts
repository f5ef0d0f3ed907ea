/** What is said of a contribution that is left out. Pure. */
import { CORE, type Notice } from '../ops/notices.js';

/** Who contributed. */
export interface Owner {
  /** The plugin's id, or `core`. */
  readonly plugin: string;
  /** As sentences call it: the integration, else the plugin. */
  readonly name: string;
  /** The integration, where it is its own. */
  readonly source?: string;
}

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
