/** Items as rows. Pure. */
import { hash } from 'node:crypto';
import type { AnyPort } from '@sidelight/plugin-api';
import type { Field, Shape } from './shape.js';

/** The value of a column. */
export type Value = string | number | null;

export interface StoredRow {
  readonly key: string;
  /** Differs when the item does. */
  readonly hash: string;
  readonly json: string;
  readonly at: string | null;
  /** Of the indexed fields, in their order. */
  readonly values: readonly Value[];
}

/** The longest text that is indexed as it is, in bytes. PostgreSQL refuses entries of an index over 2,700 bytes. */
export const LONGEST = 500;
export const HASHED = '#sha256:';

/** A text that fits into an index: itself, or its hash when it is long. */
export function short(text: string): string {
  const fits = text.length <= LONGEST && !text.startsWith(HASHED);
  return fits && Buffer.byteLength(text) <= LONGEST ? text : `${HASHED}${hash('sha256', text)}`;
}

/** Whether a stored key does not tell the key that it stands for. */
export const isHashed = (key: string): boolean => key.startsWith(HASHED);

export const storedKey = (key: string): string => short(cleanText(key));

export function rowOf(port: AnyPort, shape: Shape, item: object): StoredRow {
  const json = jsonOf(item);
  return {
    key: storedKey(port.key(item)),
    hash: hashOf(json),
    json,
    at: isoTime(port.at?.(item)),
    values: shape.fields.map((field) => columnValue(field, (item as Readonly<Record<string, unknown>>)[field.name])),
  };
}

/** An item as it is kept. */
export function jsonOf(item: object): string {
  const json = JSON.stringify(item);
  return SUSPECT.test(json) ? JSON.stringify(cleanValue(item)) : json;
}

/** Tells one version of an item from another: nobody gains anything by a collision. */
export const hashOf = (json: string): string => hash('sha1', json, 'base64');

/** An indexed field as its column holds it, and as a query must ask for it. */
export function columnValue(field: Field, value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (field.kind === 'flag') return value === true ? 1 : 0;
  if (field.kind === 'text') return short(cleanText(typeof value === 'string' ? value : JSON.stringify(value)));
  return Number(value);
}

/** The value of a column as the key of a group. */
export const labelOf = (field: Field, value: string | number): string =>
  field.kind === 'flag' ? String(value === 1) : String(value);

/** Text sorts by bytes, as both databases do it. */
export const compareText = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));

const UNCLEAN = /\0|\p{Surrogate}/gu;

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
const cleanText = (text: string): string => text.replace(UNCLEAN, (found) => (found === '\0' ? '' : '\ufffd'));

/** JSON escapes exactly what is unclean, so that the text of an item shows whether it is. */
const SUSPECT = /\\u(0000|d[89a-f])/;

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}

/** Times are compared as text, so all are written alike: UTC with milliseconds. */
function isoTime(at: string | undefined): string | null {
  if (at === undefined) return null;
  if (at.length === 24 && at.endsWith('Z')) return at;
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
