/** What a JSON text holds, found by one walk over its bytes: nothing of it is made before it is known to be bearable. Pure. */

export interface Limits {
  readonly depth: number;
  /** Values, an empty list or object being one. */
  readonly values: number;
  /** What is read in one piece, a row or all that stands beside long lists: its values, and its bytes. */
  readonly pieceValues: number;
  readonly pieceBytes: number;
}

export type Limit = 'depth' | 'values' | 'piece';

/** A list that no other list is around, longer than one slice. */
export interface LongList {
  /** Of its brackets. */
  readonly from: number;
  readonly to: number;
  /** Of the commas at which it is cut. */
  readonly cuts: readonly number[];
  readonly values: number;
}

export type Scan = { readonly exceeds: Limit } | { readonly lists: readonly LongList[] };

/** No answer of any program is known to nest deeper than a quarter of it. */
const DEPTH = 64;
/** An answer of the largest size may hold one value for so many bytes: real ones have half as many. */
const BYTES_PER_VALUE = 10;
const LEAST_VALUES = 100_000;
/** A thread that reads more at once may need more memory than it has: V8 ends the whole process then. */
const PIECE = { pieceValues: 300_000, pieceBytes: 16_000_000 };

export const limitsOf = (maxBytes: number): Limits => ({
  depth: DEPTH,
  values: Math.max(LEAST_VALUES, Math.floor(maxBytes / BYTES_PER_VALUE)),
  ...PIECE,
});

/** A slice ends after so many rows, values or bytes, whichever comes first: what the event loop takes at once. */
export const SLICE_ROWS = 1000;
const SLICE_VALUES = 20_000;
const SLICE_BYTES = 256_000;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the string that begins here ends. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

export function scanJson(bytes: Uint8Array, limits: Limits): Scan {
  const lists: LongList[] = [];
  /** Beside long lists. */
  const frame = { values: 1, bytes: bytes.length };
  let depth = 0;
  let values = 1;
  /** The depth of the list that no other is around, where it begins, and how many values were before it. */
  let outer = 0;
  let from = 0;
  let earlier = 0;
  let slice = { from: 0, rows: 0, values: 0 };
  let cuts: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      if (++depth > limits.depth) return { exceeds: 'depth' };
      if (byte === OPEN_LIST && outer === 0) {
        [outer, from, earlier, cuts] = [depth, at, values, []];
        slice = { from: at, rows: 0, values };
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === outer && outer > 0) {
        if (at - slice.from > limits.pieceBytes) return { exceeds: 'piece' };
        if (cuts.length > 0) {
          lists.push({ from, to: at, cuts, values: values - earlier });
          frame.bytes -= at - from;
          frame.values -= values - earlier;
        }
        outer = 0;
      }
      depth--;
    } else if (byte === COMMA) {
      values++;
      if (depth === outer && outer > 0) {
        if (at - slice.from > limits.pieceBytes) return { exceeds: 'piece' };
        slice.rows++;
        if (slice.rows >= SLICE_ROWS || values - slice.values >= SLICE_VALUES || at - slice.from >= SLICE_BYTES) {
          cuts.push(at);
          slice = { from: at, rows: 0, values };
        }
      }
    } else continue;
    if (values > limits.values) return { exceeds: 'values' };
    if (outer > 0 && values - slice.values > limits.pieceValues) return { exceeds: 'piece' };
  }
  frame.values += values;
  const isHuge = frame.values > limits.pieceValues || frame.bytes > limits.pieceBytes;
  return isHuge ? { exceeds: 'piece' } : { lists };
}
