/** What is in a drawn tree. */
import type { Element } from './compile.js';

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && 'type' in value;

/** The elements of a drawing, the outermost first. */
export function elements(value: unknown): readonly Element[] {
  if (Array.isArray(value)) return value.flatMap(elements);
  return isElement(value) ? [value, ...value.children.flatMap(elements)] : [];
}

/** What is written in it, piece by piece, as the values that they are. */
export function pieces(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(pieces);
  return isElement(value) ? value.children.flatMap(pieces) : [value];
}

export const textIn = (value: unknown): string =>
  pieces(value)
    .filter((piece) => piece !== null)
    .join(' ')
    .replace(/\s+/g, ' ');

export const typesIn = (value: unknown): readonly string[] => elements(value).map(({ type }) => type);
