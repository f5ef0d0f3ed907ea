/** What is said of a contribution that is left out, or shown in another way. Pure. */
import { messageOf } from '@sidelight/plugin-api/errors';
import { CORE, type Notice } from '../ops/notices.js';
import type { Owner } from './contributions.js';

/** @param fault the end of a sentence */
export const refusal = (owner: Owner, kind: string, what: string, fault: string): Notice =>
  noticeOf(
    owner,
    'contribution_refused',
    `${kind}:${what}`,
    `The ${kind} ${what} of ${titleOf(owner)} is omitted: ${fault}`,
  );

/** @param changed sentences without an end */
export function tileChange(owner: Owner, widget: string, changed: readonly string[]): Notice {
  const text = `The tile of the widget ${widget} of ${titleOf(owner)} was adjusted: ${changed.join('; ')}`;
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

/** Plugins need no types: what they contribute may be anything. */
export function attempt(take: () => string | undefined): string | undefined {
  try {
    return take();
  } catch (error) {
    return `it is malformed: ${messageOf(error)}`;
  }
}

export function nameOf(contribution: unknown): string {
  const { id, path } = Object(contribution) as { readonly id?: unknown; readonly path?: unknown };
  return String(id ?? path ?? 'without an id');
}
