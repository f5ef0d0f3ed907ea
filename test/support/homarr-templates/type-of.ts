/** A response schema as a TypeScript type. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export function typeOf(schema: object): string {
  const { type, enum: values, anyOf, items, properties }: Schema = schema;
  if (values !== undefined) return `(${values.map((value) => JSON.stringify(value)).join(' | ')})`;
  if (anyOf !== undefined) return `(${anyOf.map(typeOf).join(' | ')})`;
  if (type === 'array') return `readonly ${typeOf(items ?? {})}[]`;
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).map(
      ([name, field]) => `readonly ${JSON.stringify(name)}: ${typeOf(field)}`,
    );
    return `{ ${fields.join('; ')} }`;
  }
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}
