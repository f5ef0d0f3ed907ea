/** What a dashboard refuses, in sentences: none means that it takes the file. */
import { mismatch, type TProperties, type TSchema, Type } from '@sidelight/plugin-api';

export type Faults = readonly string[];

/** Other fields are refused. */
export const strict = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const textOf = (minLength: number, maxLength = 100_000) => Type.String({ minLength, maxLength });

export const shapeFaults = (schema: TSchema, value: unknown): Faults => {
  const wrong = mismatch(schema, value);
  return wrong === undefined ? [] : [wrong];
};

/** Those that come more than once. */
export const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

/** Every string within a value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every name of a field within a value. */
export function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}
