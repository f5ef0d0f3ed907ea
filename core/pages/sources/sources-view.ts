/** The whole of the sources page, as its templates take it. Pure. */
import { redact } from '@sidelight/plugin-api/errors';
import { describeSource, type SourceView, type Surroundings } from './describe-source.js';
import type { Outcome } from './outcome.js';
import type { AllFacts } from './source-facts.js';
import { type NoticeView, noticeView, type StateView, tallyStates } from './source-state.js';

export interface SourcesView {
  readonly sources: readonly (SourceView & { readonly outcome: Outcome | null })[];
  readonly states: readonly StateView[];
  /** What came out of syncing everything. */
  readonly outcome: Outcome | null;
  readonly notices: readonly NoticeView[];
  /** Another instance on the same database syncs. */
  readonly standsBy: boolean;
}

export interface Pressed {
  readonly everything: Outcome | null;
  outcomeOf(source: string): Outcome | null;
}

export function sourcesView(facts: AllFacts, around: Surroundings, pressed: Pressed, leading: boolean): SourcesView {
  const hide = (text: string): string => redact(text, around.secrets);
  const hidden = (outcome: Outcome | null): Outcome | null => outcome && { ...outcome, text: hide(outcome.text) };
  const sources = facts.sources.map((one) => ({
    ...describeSource(one, around),
    outcome: hidden(pressed.outcomeOf(one.entry.id)),
  }));
  return {
    sources,
    states: tallyStates(sources.map(({ state }) => state)),
    outcome: hidden(pressed.everything),
    notices: facts.notices.map(({ severity, text }) => noticeView(severity, hide(text))),
    standsBy: !leading,
  };
}
