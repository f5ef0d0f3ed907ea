import type { TObject } from '@sidelight/plugin-api';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}

/** The JSON type of a field of a response: 'missing' where there is none, 'mixed' where it may be null. */
export function fieldType({ properties }: TObject, field: string): string {
  return Object.hasOwn(properties, field) ? typeOf(properties[field] as Schema) : 'missing';
}

/** The same of a field that is there: what it is when it is not null. */
export function presentType({ properties }: TObject, field: string): string {
  if (!Object.hasOwn(properties, field)) return 'missing';
  const { anyOf } = properties[field] as Schema;
  const [only, ...others] = (anyOf ?? [properties[field] as Schema]).filter(({ type }) => type !== 'null');
  return only === undefined || others.length > 0 ? 'mixed' : typeOf(only);
}

function typeOf({ type, enum: values }: Schema): string {
  if (type !== undefined) return type;
  return values?.every((value) => typeof value === 'string') === true ? 'string' : 'mixed';
}
