/**
 * A cursor as it is kept beside the media server that the rows before it were tied to: where the entry names another server
 * since, the task begins anew, and every reference is written once more. Pure.
 */
import type { SyncTask } from '@sidelight/plugin-api';
import { refFieldsOf } from '@sidelight/plugin-api/host';

export interface Tied {
  /** The task's own. */
  readonly cursor: string | undefined;
  /** Its rows were tied to another server, or to none. */
  readonly isAnew: boolean;
}

/** `server=living-room`, below it the task's cursor. A task that never had a server has its bare cursor. */
const KEPT = /^server=(\S*)(?:\n(.*))?$/s;

/** Whether a server means anything to a task. */
export const hasRefs = ({ fills }: SyncTask): boolean => fills.some((port) => refFieldsOf(port).length > 0);

export function untie(kept: string | undefined, server: string | undefined): Tied {
  const [, before, cursor] = (kept === undefined ? null : KEPT.exec(kept)) ?? [undefined, undefined, kept];
  const isAnew = (before ?? '') !== (server ?? '');
  return { cursor: isAnew ? undefined : cursor, isAnew };
}

/** What is to be kept, or undefined: nothing. */
export const tie = (cursor: string | undefined, server: string | undefined, kept: string | undefined) =>
  server === undefined && !KEPT.test(kept ?? '')
    ? cursor
    : `server=${server ?? ''}${cursor === undefined ? '' : `\n${cursor}`}`;
