import { distance } from 'fastest-levenshtein';

/** The known word that was probably meant, if one is close enough: another case, a typo or two. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const folded = word.toLowerCase();
  const ranked = known
    .map((candidate) => ({ candidate, off: distance(folded, candidate.toLowerCase()) }))
    .sort((a, b) => a.off - b.off);
  const [best] = ranked;
  return best !== undefined && best.off <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}
