import type { AnyPort } from './port.js';
import type { Static, TObject } from './typebox.js';

/** A write: POST to its path. */
export interface Action<I extends TObject = TObject> {
  readonly id: string;
  /** What it is about, in a word: "download". Not given: the first part of the id. */
  readonly thing?: string;
  /** Below /api/widgets, and below the widget that a key must have for it: /api/widgets/downloads/pause. */
  readonly path: `/api/widgets/${string}`;
  readonly summary: string;
  readonly input: I;
  /** The field that carries `<integration>:<id>`; the handler gets it without the prefix. */
  readonly target: keyof Static<I> & string;
  /** Refreshed before the answer, so that the next poll shows the effect. */
  readonly touches: readonly AnyPort[];
}

// biome-ignore lint/suspicious/noExplicitAny: `target` depends on the input, so "any action" needs a bivariant type
export type AnyAction = Action<any>;

export interface ActionChecks {
  /** What the ids of its upstream look like: any other is the asker's mistake, and the upstream is not asked. */
  readonly ids?: RegExp;
  /** Whether the upstream has the thing, where it does not say so by itself when it is told to do something with it. */
  find?(id: string, signal: AbortSignal): Promise<boolean>;
}

export interface ActionHandler extends ActionChecks {
  readonly action: AnyAction;
  /** Throws not_found, refused, or what the http client throws. */
  run(input: never, signal: AbortSignal): Promise<void>;
}

export const defineAction = <I extends TObject>(action: Action<I>): Action<I> => Object.freeze(action);

export const on = <I extends TObject>(
  action: Action<I>,
  run: (input: Static<I>, signal: AbortSignal) => Promise<void>,
  checks: ActionChecks = {},
): ActionHandler => ({ action, run, ...checks });
