/** Chance without memory: the same seed and words give the same number. */

type Words = readonly (string | number)[];

/** 32 bits of some words (FNV-1a, then mixed so that neighbours differ everywhere). */
function hash(words: Words): number {
  let h = 0x811c9dc5;
  for (const word of words) {
    const text = typeof word === 'string' ? word : String(word);
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = Math.imul(h ^ 0x1f, 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number from 0 up to, but not including, 1. */
export const chance = (...words: Words): number => hash(words) / 2 ** 32;

export const between = (low: number, high: number, ...words: Words): number => low + (high - low) * chance(...words);

export function pick<T>(list: readonly T[], ...words: Words): T {
  const found = list[Math.floor(chance(...words) * list.length)];
  if (found === undefined) throw new RangeError('nothing to pick from');
  return found;
}

/** `length` hex digits. */
export function hex(length: number, ...words: Words): string {
  let digits = '';
  for (let part = 0; digits.length < length; part++)
    digits += hash([...words, part])
      .toString(16)
      .padStart(8, '0');
  return digits.slice(0, length);
}
