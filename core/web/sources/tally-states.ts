import type { StateView } from './source-state.js';

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
