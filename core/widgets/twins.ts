/**
 * The texts beside numbers: what dashboards show that see one field only, and must not take "nobody has told yet" for 0. Which
 * numbers are known is told from the reads, so that whoever writes a widget declares nothing. Pure.
 */
import {
  type About,
  type Format,
  type Read,
  type Reads,
  type Tile,
  type TObject,
  type TProperties,
  Type,
  twinOf,
  UNKNOWN,
} from '@sidelight/plugin-api';
import { formatted } from './formats.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A number that has a twin. */
export interface Twinned {
  readonly field: string;
  readonly format: Format;
  /** The reads that it comes from, any of which is enough. */
  readonly about?: About;
  /** Those of which each is needed, where it is about none in particular; not given: all that are not optional. */
  readonly needs?: readonly string[];
}

/** What tells whether a number is known. */
export interface Doubt {
  readonly reads: Reads;
  /** The names of those that nobody has answered. */
  readonly unanswered: ReadonlySet<string>;
  /** What is rendered of no answer at all; null: that cannot be rendered. */
  nothing(): Fields | null;
}

export interface Twins {
  /** Those that the response does not declare by itself. */
  readonly properties: TProperties;
  /** @param fields what was rendered */
  textsOf(fields: Fields, doubt: Doubt): Fields;
}

export const tileTwins = (response: TObject, tile: Tile<TObject> | undefined): Twins =>
  createTwins(
    response,
    (tile?.stats ?? []).map(({ field, format, about = tile?.about }) => ({
      field,
      format,
      ...(about === undefined ? {} : { about }),
    })),
  );

export function createTwins(response: TObject, numbers: readonly Twinned[]): Twins {
  const own = numbers.filter(({ field }) => !Object.hasOwn(response.properties, twinOf(field)));
  return {
    properties: Object.fromEntries(
      own.map(({ field }) => [
        twinOf(field),
        Type.String({ title: 'ReadyText', description: `Formatted ${field}; "${UNKNOWN}" while unknown` }),
      ]),
    ),
    textsOf: (fields, doubt) =>
      Object.fromEntries(
        own.map((number) => {
          const { field, format } = number;
          return [twinOf(field), isUnknown(number, fields, doubt) ? UNKNOWN : textOf(fields, field, format)];
        }),
      ),
  };
}

/** Whether a number says no more than it would of nothing, and nobody has answered what it comes from. */
export function isUnknown(number: Twinned, fields: Fields, doubt: Doubt): boolean {
  const { field, about, needs } = number;
  const { reads, unanswered, nothing } = doubt;
  if (!Object.hasOwn(fields, field)) return true;
  const isOpen = (name: string): boolean => unanswered.has(name);
  const isUntold = about === undefined ? (needs ?? neededOf(reads)).some(isOpen) : [about].flat().every(isOpen);
  if (!isUntold) return false;
  const value = fields[field];
  const otherwise = nothing();
  return otherwise === null ? value === 0 || value === '' : JSON.stringify(value) === JSON.stringify(otherwise[field]);
}

const neededOf = (reads: Reads): readonly string[] =>
  Object.keys(reads).filter((name) => reads[name]?.optional !== true);

/** A moment stays one, since how long ago it was changes by itself. Of a flag, and of null, a word of the widget's own says more. */
function textOf(fields: Fields, field: string, format: Format): string {
  const value = fields[field];
  if (format === 'date' && typeof value === 'string') return value;
  const stem = field.replace(/(Ok|At)$/, '');
  const words = typeof value === 'boolean' || value === null ? [`${stem}Status`, `${stem}Label`] : [];
  const word = words.map((name) => fields[name]).find((text) => typeof text === 'string');
  return formatted(word ?? value, word === undefined ? format : 'text', new Date(0));
}

const NOTHING: Readonly<Record<Read['kind'], unknown>> = {
  rows: Object.freeze({ items: Object.freeze([]), sources: Object.freeze([]) }),
  tally: Object.freeze({ count: 0, distinct: 0, sum: 0 }),
  top: Object.freeze([]),
  series: Object.freeze([]),
  digest: Object.freeze([]),
};

/** What reads are answered with where nothing is connected. */
export const noAnswers = (reads: Reads): Fields =>
  Object.fromEntries(Object.entries(reads).map(([name, { kind }]) => [name, NOTHING[kind]]));
