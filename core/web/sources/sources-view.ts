/** The whole of the sources page, as its templates take it. Pure. */
import { redact } from '@sidelight/plugin-api/host';
import { describeSource, type SourceView, type Surroundings } from './describe-source.js';
import type { Outcome } from './outcome.js';
import type { AllFacts } from './source-facts.js';
import type { Tone } from './source-state.js';

export interface SourcesView {
  readonly sources: readonly (SourceView & { readonly outcome: Outcome | null })[];
  /** "3 up, 1 down". */
  readonly summary: string;
  /** What came out of syncing everything. */
  readonly outcome: Outcome | null;
  readonly notices: readonly NoticeView[];
  /** Another instance on the same database syncs. */
  readonly standsBy: boolean;
}

export interface NoticeView {
  readonly tone: Tone;
  /** "Error". */
  readonly severity: string;
  readonly text: string;
}

const SEVERITIES = {
  error: { tone: 'bad', severity: 'Error' },
  warn: { tone: 'warn', severity: 'Warning' },
  info: { tone: 'idle', severity: 'Note' },
} as const;

export interface Pressed {
  readonly everything: Outcome | null;
  outcomeOf(source: string): Outcome | null;
}

export function sourcesView(facts: AllFacts, around: Surroundings, pressed: Pressed, leading: boolean): SourcesView {
  const sources = facts.sources.map((one) => ({
    ...describeSource(one, around),
    outcome: hidden(pressed.outcomeOf(one.entry.id), around.secrets),
  }));
  return {
    sources,
    summary: summaryOf(sources),
    outcome: hidden(pressed.everything, around.secrets),
    notices: facts.notices.map(({ severity, text }) => ({
      ...SEVERITIES[severity],
      text: redact(text, around.secrets),
    })),
    standsBy: !leading,
  };
}

const hidden = (outcome: Outcome | null, secrets: readonly string[]): Outcome | null =>
  outcome && { ...outcome, text: redact(outcome.text, secrets) };

/** By the words of the states, in the order in which they first appear. */
function summaryOf(sources: readonly SourceView[]): string {
  const counts = new Map<string, number>();
  for (const { state } of sources) {
    const word = state.tone === 'warn' ? 'up with failing tasks' : state.text.toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}
