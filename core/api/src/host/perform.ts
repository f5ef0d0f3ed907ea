/** An action as the daemon and the testing kit perform it: on a thing that can be there, and is. */
import type { ActionHandler, AnyAction } from '../action.js';
import { fail } from '../errors.js';
import type { AnyPort } from '../port.js';

/** What an action is about, in a word. */
export const thingOf = ({ thing, id }: AnyAction): string => thing ?? id.split('.', 1).join();

const withArticle = (thing: string): string => `${/^[aeio]/.test(thing) ? 'an' : 'a'} ${thing}`;

/** No upstream gives longer ones to what a dashboard shows. */
const LONGEST_ID = 256;
const SHOWN = 80;
const CONTROL = /\p{Cc}/u;

/** A sentence about an id that the upstream can have given to nothing; undefined: it can. */
export function wrongId({ action, ids }: ActionHandler, source: string, id: string): string | undefined {
  const isSound = id.length <= LONGEST_ID && !CONTROL.test(id);
  if (isSound && fits(action.names === 'all' ? /all/ : ids, id)) return undefined;
  const shown = JSON.stringify(id.length > SHOWN ? `${id.slice(0, SHOWN)}…` : id);
  return `"${action.target}" is ${shown}, which is not the id of ${withArticle(thingOf(action))} of ${source}`;
}

/** As a whole: half an id beside something else is none. A pattern with the flag g would go on where its last search ended. */
const fits = (ids: RegExp | undefined, id: string): boolean =>
  ids === undefined || new RegExp(`^(?:${ids.source})$`, ids.flags.replace(/[gmy]/g, '')).test(id);

/** The ports of which a row has the id of the action's target; null: it is about the service as a whole. */
export const portsNamed = ({ names, touches }: AnyAction): readonly AnyPort[] | null =>
  names === 'all' ? null : (names ?? touches);

/**
 * Nothing is changed before `run`. Resolves with a sentence when there is no such thing, and with undefined when it was done.
 * @param input with the target as the handler gets it
 */
export async function perform(
  { action, find, refuses, run }: ActionHandler,
  source: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const id = String(input[action.target]);
  if (find !== undefined && !(await find(id, signal))) return `${source} has no ${thingOf(action)} ${id} (any more)`;
  // The input was checked by the action's schema, which the handler's type was made from.
  const refusal = await refuses?.(input as never, signal);
  if (refusal !== undefined) throw fail('refused', refusal);
  await run(input as never, signal);
  return undefined;
}
