/** What an expression gave, as what its format wants. */
import { fail, IsoTime, messageOf, type TSchema, Type } from '@sidelight/plugin-api';
import type { Expression } from './expression.js';
import type { Format } from './upstream.js';

type Kind = 'number' | 'time' | 'text' | 'flag';
export type Value = number | string | boolean;

const KINDS: Readonly<Record<Format, Kind>> = {
  number: 'number',
  bytes: 'number',
  bitrate: 'number',
  percent: 'number',
  duration: 'number',
  date: 'time',
  text: 'text',
  flag: 'flag',
};

const SCHEMAS: Readonly<Record<Kind, () => TSchema>> = {
  number: () => Type.Number(),
  time: IsoTime,
  text: () => Type.String(),
  flag: () => Type.Boolean(),
};

const WANTED: Readonly<Record<Kind, string>> = {
  number: 'a number',
  time: 'a time as ISO text',
  text: 'a text',
  flag: 'true or false',
};

export const schemaOf = (format: Format): TSchema => SCHEMAS[KINDS[format]]();

/** What stands for a figure that nobody has told as yet; null: there is nothing to stand for a time. */
export const blankOf = (format: Format): Value | null =>
  ({ number: 0, time: null, text: '', flag: false })[KINDS[format]];

/** An expression, and where it stands. */
type Place = Pick<Asked, 'expression' | 'path'>;

export interface Asked {
  readonly expression: Expression;
  readonly format: Format;
  /** Where the expression stands in the YAML: `notes.fields.total`. */
  readonly path: string;
  readonly optional?: boolean | undefined;
}

/** @throws bad_response with the path of the expression */
export async function figureOf(asked: Asked, data: unknown): Promise<Value | undefined> {
  const { format, optional = false } = asked;
  const given = await evaluated(asked, data);
  const missing = given === undefined || given === null;
  if (missing && optional) return undefined;
  const value = missing ? undefined : asKind(KINDS[format], given);
  if (value === undefined) throw misfit(asked, `expected ${WANTED[KINDS[format]]}, got ${nameOf(given)}`);
  return value;
}

/** The rows of a list; nothing counts as an empty one, and one thing as a list of it, as JSONata itself has it. */
export async function rowsOf(asked: Place, data: unknown): Promise<readonly unknown[]> {
  const given = await evaluated(asked, data);
  if (Array.isArray(given)) return given;
  if (given === undefined) return [];
  if (typeof given === 'object' && given !== null) return [given];
  throw misfit(asked, `expected a list, got ${nameOf(given)}`);
}

async function evaluated(asked: Place, data: unknown): Promise<unknown> {
  try {
    return await asked.expression.evaluate(data);
  } catch (error) {
    throw misfit(asked, messageOf(error));
  }
}

const misfit = ({ expression, path }: Place, what: string): Error =>
  fail('bad_response', `The response does not fit ${path} (${expression.text}): ${what}`);

function asKind(kind: Kind, given: unknown): Value | undefined {
  switch (kind) {
    case 'number':
      return typeof given === 'number' && Number.isFinite(given) ? given : undefined;
    case 'flag':
      return typeof given === 'boolean' ? given : undefined;
    case 'time':
      return typeof given === 'string' && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined;
    default:
      return typeof given === 'object' ? undefined : String(given);
  }
}

function nameOf(given: unknown): string {
  if (given === undefined) return 'nothing';
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'a list';
  return (
    { object: 'a group of values', string: 'a text', number: 'a number', boolean: 'true or false' }[
      typeof given as string
    ] ?? typeof given
  );
}
