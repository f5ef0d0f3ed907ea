import type { Answers, RuleReads } from './read.js';
import type { Static, TObject } from './typebox.js';
import type { RenderContext } from './widget.js';

export type Severity = 'info' | 'warn' | 'error';

/** One thing that needs attention, as a sentence. `source`: the integration that it is about. */
export interface DigestItem {
  readonly type: string;
  readonly severity: Severity;
  readonly text: string;
  readonly source?: string;
  /**
   * What tells it from others of its type and source, and stays the same while numbers and names in the text change: the key of
   * a row. Not given: the text.
   */
  readonly about?: string;
}

/** An item as widgets read it. `id`: of the matter, the same as long as it lasts; what snoozes go by. */
export interface DigestEntry extends Omit<DigestItem, 'about'> {
  readonly id: string;
}

/** Turns cached rows into what needs attention. Each rule can be switched off by its id in the YAML. */
export interface DigestRule<R extends RuleReads = RuleReads, T extends TObject = TObject> {
  readonly id: string;
  readonly reads: R;
  /** The schema of its plugin's settings, as the plugin declares it: gives `ctx.settings` its type. */
  readonly settings?: T;
  evaluate(answers: Answers<R>, ctx: RenderContext<Static<T>>): readonly DigestItem[];
}

export const defineDigestRule = <const R extends RuleReads, T extends TObject>(
  rule: DigestRule<R, T>,
): DigestRule<R, T> => rule;
