import { distance } from 'fastest-levenshtein';

/** The known word that was probably meant, if one is close enough: another case, swapped letters, a typo or two. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, off: differenceOf(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.off - b.off);
  const [best] = ranked;
  return best !== undefined && best.off <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}

/** Letters in another order are one mistake. */
const differenceOf = (a: string, b: string): number => (a !== b && lettersOf(a) === lettersOf(b) ? 1 : distance(a, b));

const lettersOf = (word: string): string => [...word].sort().join('');
