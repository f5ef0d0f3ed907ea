import type { TObject } from '@sidelight/plugin-api';

/** The JSON type of a field of a response: 'missing' where there is none, 'mixed' where it may be null. */
export function fieldType({ properties }: TObject, field: string): string {
  if (!Object.hasOwn(properties, field)) return 'missing';
  const { type, enum: values } = properties[field] as { readonly type?: string; readonly enum?: readonly unknown[] };
  if (type !== undefined) return type;
  return values?.every((value) => typeof value === 'string') === true ? 'string' : 'mixed';
}
