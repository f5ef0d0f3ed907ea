/** Which answers were held against their schema when they were read: it takes long with a large one, and is not done twice. */
import type { TSchema } from './typebox.js';

const checked = new WeakMap<object, TSchema>();

export function noteChecked(value: unknown, schema: TSchema): void {
  if (typeof value === 'object' && value !== null) checked.set(value, schema);
}

export const isChecked = (value: unknown, schema: TSchema): boolean =>
  typeof value === 'object' && value !== null && checked.get(value) === schema;
