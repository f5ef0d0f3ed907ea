/** What is said of a contribution that is left out, or shown in another way. Pure. */
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
export const refusal = (owner: Owner, kind: string, what: string, fault: string): Notice =>
  noticeOf(
    owner,
    'contribution_refused',
    `${kind}:${what}`,
    `The ${kind} ${what} of ${titleOf(owner)} is left out: ${fault}`,
  );

/** @param changed sentences without an end */
export function tileChange(owner: Owner, widget: string, changed: readonly string[]): Notice {
  const text = `The tile of the widget ${widget} of ${titleOf(owner)} is shown in another way: ${changed.join('; ')}`;
  return noticeOf(owner, 'tile_changed', widget, text);
}

const noticeOf = ({ plugin, source }: Owner, type: string, about: string, text: string): Notice => ({
  id: `${type}:${source === undefined ? plugin : `${plugin}:${source}`}:${about}`,
  type,
  severity: 'warn',
  text,
  ...(source === undefined ? {} : { source }),
});

const titleOf = ({ name }: Owner): string => (name === CORE ? 'Sidelight' : name);
