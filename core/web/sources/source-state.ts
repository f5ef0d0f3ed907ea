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
      return { tone: 'idle', text: 'Not asked yet' };
    case 'down':
      return { tone: 'bad', text: 'Down' };
    case 'refused':
      return { tone: 'bad', text: 'Key refused' };
    case 'up':
      return failing(facts.tasks.filter(({ job }) => job.result === 'failed').length);
  }
}

const failing = (tasks: number): StateView =>
  tasks === 0
    ? { tone: 'ok', text: 'Up' }
    : { tone: 'warn', text: `Up, but ${tasks === 1 ? 'one task fails' : `${tasks} tasks fail`}` };
