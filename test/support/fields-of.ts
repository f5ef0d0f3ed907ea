import type { Fields, FieldType } from '../contract/routes/form.js';

/** The parts of a JSON schema that response schemas use. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly 'x-picture'?: boolean;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const SCALARS: Readonly<Record<string, string>> = { integer: 'int', number: 'num', string: 'text', boolean: 'flag' };

/** A response schema in the words of test/contract/routes.ts. */
export function fieldsOf(schema: object): Fields {
  const { properties = {}, required = [] }: Schema = schema;
  const missing = Object.keys(properties).filter((name) => !required.includes(name));
  if (missing.length > 0) throw new Error(`not required: ${missing.join(', ')}`);
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, typeOf(field)]));
}

function typeOf(schema: Schema): FieldType {
  if (schema['x-picture'] === true) return 'picture';
  if (schema.enum !== undefined) return schema.enum.join('|');
  if (schema.anyOf !== undefined) {
    const [type] = schema.anyOf.filter((option) => option.type !== 'null').map(typeOf);
    return typeof type === 'string' ? `${type}?` : { '?': type as Fields };
  }
  if (schema.type === 'array' && schema.items?.type === 'string') return 'words';
  if (schema.type === 'array' && schema.items?.anyOf !== undefined) return `${typeOf(schema.items)}[]`;
  if (schema.type === 'array') return [fieldsOf(schema.items ?? {})];
  if (schema.type === 'object') return fieldsOf(schema);
  return schema.format === 'date-time' ? 'time' : (SCALARS[schema.type ?? ''] ?? `unknown: ${JSON.stringify(schema)}`);
}

/** The table leaves out what every list element carries. */
export const withLabels = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [
      name,
      Array.isArray(type) ? [{ ...withLabels(type[0] as Fields), label: 'text' }] : type,
    ]),
  ) as Fields;
