/** A large JSON text, slice by slice: never more of it is made than one. Pure. */
import { randomUUID } from 'node:crypto';
import { mismatch, type TSchema } from '../schema.js';
import { isRecord } from './is-record.js';
import { type Limit, type Limits, type LongList, SLICE_ROWS, scanJson } from './json-scan.js';
import { isList, schemaAt, trim } from './trim.js';

/** What comes of a text, in this order: the frame, which has its long lists empty, and their rows. */
export type Piece =
  | { readonly kind: 'frame'; readonly text: string; readonly lists: readonly (readonly string[])[] }
  | { readonly kind: 'rows'; readonly list: number; readonly text: string }
  | { readonly kind: 'exceeds'; readonly limit: Limit }
  | { readonly kind: 'mismatch'; readonly wrong: string }
  | { readonly kind: 'broken' };

interface Place extends LongList {
  readonly path: readonly string[];
}

const decoder = new TextDecoder();

/** @param schema of what is wanted of it: all of it when there is none */
export function* slicesOf(bytes: Uint8Array, limits: Limits, schema: TSchema | undefined): Generator<Piece> {
  const scan = scanJson(bytes, limits);
  if ('exceeds' in scan) return yield { kind: 'exceeds', limit: scan.exceeds };
  try {
    yield* wanted(bytes, scan.lists, limits, schema);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield { kind: 'broken' };
  }
}

function* wanted(
  bytes: Uint8Array,
  lists: readonly LongList[],
  limits: Limits,
  schema: TSchema | undefined,
): Generator<Piece> {
  const mark = randomUUID();
  const frame = frameOf(bytes, lists, mark, schema);
  const places = placesIn(frame, lists, mark);
  const isSliced = ({ path }: Place): boolean => {
    const own = schema === undefined ? {} : schemaAt(schema, path);
    return own !== undefined && (isList(own) || Object.keys(own).length === 0);
  };
  const atOnce = places.filter((place) => !isSliced(place)).reduce((sum, { values }) => sum + values, 0);
  if (atOnce > limits.pieceValues) return yield { kind: 'exceeds', limit: 'piece' };
  let whole = frame;
  for (const place of places) {
    whole = put(whole, place.path, isSliced(place) ? [] : JSON.parse(textOf(bytes, place.from, place.to + 1)));
  }
  const wrong = schema === undefined ? undefined : mismatch(schema, whole);
  if (wrong !== undefined) return yield { kind: 'mismatch', wrong };
  const sliced = places.filter(isSliced);
  yield { kind: 'frame', text: JSON.stringify(whole), lists: sliced.map(({ path }) => path) };
  for (const [list, place] of sliced.entries()) {
    const rows = schema === undefined ? undefined : schemaAt(schema, place.path);
    for (const piece of rowsOf(bytes, place, rows)) {
      yield 'wrong' in piece ? { kind: 'mismatch', wrong: piece.wrong } : { kind: 'rows', list, text: piece.text };
      if ('wrong' in piece) return;
    }
  }
}

function* rowsOf(
  bytes: Uint8Array,
  { from, to, cuts, path }: Place,
  schema: TSchema | undefined,
): Generator<{ readonly text: string } | { readonly wrong: string }> {
  let before = 0;
  let begin = from + 1;
  for (const end of [...cuts, to]) {
    const rows: unknown = JSON.parse(`[${textOf(bytes, begin, end)}]`);
    const wrong = schema === undefined ? undefined : mismatch(schema, rows);
    if (wrong !== undefined) yield { wrong: [...path.map((name) => `/${name}`), shifted(wrong, before)].join('') };
    yield { text: JSON.stringify(schema === undefined ? rows : trim(schema, rows)) };
    before += Array.isArray(rows) ? rows.length : SLICE_ROWS;
    begin = end + 1;
  }
}

/** A slice counts its rows from its own beginning. */
const shifted = (wrong: string, by: number): string =>
  wrong.replace(/^\/(\d+)/, (_, index: string) => `/${Number(index) + by}`);

const textOf = (bytes: Uint8Array, from: number, to: number): string => decoder.decode(bytes.subarray(from, to));

/** The text with a mark in the place of each long list, read, and without what the schema does not declare. */
function frameOf(bytes: Uint8Array, lists: readonly LongList[], mark: string, schema: TSchema | undefined): unknown {
  let at = 0;
  const parts = lists.map(({ from, to }, index) => {
    const part = `${textOf(bytes, at, from)}["${mark}:${index}"]`;
    at = to + 1;
    return part;
  });
  const frame: unknown = JSON.parse([...parts, textOf(bytes, at, bytes.length)].join(''));
  // A list that is marked is not read yet: the mark is no row.
  return schema === undefined ? frame : trim(schema, frame);
}

/** Where the lists are in the frame. Those that are not in it are not wanted. */
function placesIn(
  value: unknown,
  lists: readonly LongList[],
  mark: string,
  path: readonly string[] = [],
): readonly Place[] {
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, inner]) => placesIn(inner, lists, mark, [...path, name]));
  const [first] = Array.isArray(value) ? value : [];
  const list =
    typeof first === 'string' && first.startsWith(`${mark}:`) ? lists[Number(first.slice(mark.length + 1))] : undefined;
  return list === undefined ? [] : [{ ...list, path }];
}

/** @returns the frame, or the value where that is all of it */
export function put(frame: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const within = frame as Record<string, unknown>;
  within[name] = put(within[name], rest, value);
  return frame;
}
