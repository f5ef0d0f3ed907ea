import type { AnyPort } from './port.js';
import type { Static, TObject } from './typebox.js';

/** A write: POST /api/widgets/<path>. */
export interface Action<I extends TObject = TObject> {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly input: I;
  /** The field that carries `<integration>:<id>`; the handler gets it without the prefix. */
  readonly target: keyof Static<I> & string;
  /** Refreshed before the answer, so that the next poll shows the effect. */
  readonly touches: readonly AnyPort[];
}

// biome-ignore lint/suspicious/noExplicitAny: `target` depends on the input, so "any action" needs a bivariant type
export type AnyAction = Action<any>;

export interface ActionHandler {
  readonly action: AnyAction;
  /** Throws not_found, refused, or what the http client throws. */
  run(input: never, signal: AbortSignal): Promise<void>;
}

export const defineAction = <I extends TObject>(action: Action<I>): Action<I> => Object.freeze(action);

export const on = <I extends TObject>(
  action: Action<I>,
  run: (input: Static<I>, signal: AbortSignal) => Promise<void>,
): ActionHandler => ({ action, run });
