import type { AnyPort } from './port.js';
import type { Static, TObject } from './typebox.js';

/** Kinds of actions that do more than a dashboard's buttons did so far. */
export const ACTION_FAMILIES = ['release', 'invite', 'feed', 'transcode', 'cleanup', 'jobs', 'digest'] as const;
export type ActionFamily = (typeof ACTION_FAMILIES)[number];

/** A write: POST to its path. */
export interface Action<I extends TObject = TObject> {
  readonly id: string;
  /** What it is about, in a word: "download". Not given: the first part of the id. */
  readonly thing?: string;
  /** Given: it takes a key of scope `full`, or one whose `actions` name the family or the action. */
  readonly family?: ActionFamily;
  /** Below /api/widgets, and below the widget that a key must have for it: /api/widgets/downloads/pause. */
  readonly path: `/api/widgets/${string}`;
  readonly summary: string;
  readonly input: I;
  /** The field that carries `<integration>:<id>`; the handler gets it without the prefix. */
  readonly target: keyof Static<I> & string;
  /** Refreshed before the answer, so that the next poll shows the effect. */
  readonly touches: readonly AnyPort[];
  /**
   * The ports whose rows the target names by their key: an id that is no row of the integration is refused. Not given: those
   * that it touches. `all`: it is about the service as a whole, and takes `<integration>:all` alone.
   */
  readonly names?: readonly AnyPort[] | 'all';
}

// biome-ignore lint/suspicious/noExplicitAny: `target` depends on the input, so "any action" needs a bivariant type
export type AnyAction = Action<any>;

export interface ActionChecks<Input = never> {
  /**
   * What the ids of its upstream look like, as a whole: any other is the asker's mistake, and the upstream is not asked. Needed,
   * except of an action that is about `all`.
   */
  readonly ids?: RegExp;
  /**
   * Whether the upstream has the thing. Without it a row with that id must be known, which takes a task or a fragment for a port
   * that the action names.
   */
  find?(id: string, signal: AbortSignal): Promise<boolean>;
  /** A sentence where the thing is in no state for this, and the upstream would not say so; undefined: it may go on. */
  refuses?(input: Input, signal: AbortSignal): Promise<string | undefined>;
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
  checks: ActionChecks<Static<I>> = {},
): ActionHandler => ({ action, run, ...checks });
