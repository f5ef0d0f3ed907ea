import type { Severity } from '@sidelight/plugin-api';
import type { SourceFacts } from './source-facts.js';

/** ok: well. warn: in part. bad: not at all. idle: nothing is known, or wanted. */
export type Tone = 'ok' | 'warn' | 'bad' | 'idle';

export interface StateView {
  readonly tone: Tone;
  readonly text: string;
}

/** Whether there is an integration to ask. */
export const isStarted = ({ source }: Pick<SourceFacts, 'source'>): boolean =>
  source !== null && source.integration !== null;

export function stateOf(facts: SourceFacts): StateView {
  if (!facts.entry.enabled) return { tone: 'idle', text: 'Disabled' };
  if (!isStarted(facts)) return { tone: 'bad', text: 'Could not start' };
  switch (facts.availability.state) {
    case 'unknown':
      return { tone: 'idle', text: 'Not checked yet' };
    case 'down':
      return { tone: 'bad', text: 'Down' };
    case 'refused':
      return { tone: 'bad', text: 'Key rejected' };
    case 'up':
      return failing(facts.tasks.filter(({ job }) => job.result === 'failed').length);
  }
}

const failing = (tasks: number): StateView =>
  tasks === 0
    ? { tone: 'ok', text: 'Up' }
    : { tone: 'warn', text: `Up, but ${tasks === 1 ? 'one task fails' : `${tasks} tasks fail`}` };

/** "3 up", "1 down": the states in the order in which they first appear, each with its tone. */
export function tallyStates(states: readonly StateView[]): readonly StateView[] {
  const counts = new Map<string, { readonly tone: StateView['tone']; count: number }>();
  for (const { tone, text } of states) {
    const word = tone === 'warn' ? 'partly up' : text.toLowerCase();
    const known = counts.get(word) ?? { tone, count: 0 };
    known.count += 1;
    counts.set(word, known);
  }
  return [...counts].map(([word, { tone, count }]) => ({ tone, text: `${count} ${word}` }));
}

/** A notice, or something else that needs attention. */
export interface NoticeView {
  readonly tone: Tone;
  /** "Error". */
  readonly severity: string;
  readonly text: string;
}

const SEVERITIES: Readonly<Record<Severity, Omit<NoticeView, 'text'>>> = {
  error: { tone: 'bad', severity: 'Error' },
  warn: { tone: 'warn', severity: 'Warning' },
  info: { tone: 'idle', severity: 'Note' },
};

export const noticeView = (severity: Severity, text: string): NoticeView => ({ ...SEVERITIES[severity], text });
