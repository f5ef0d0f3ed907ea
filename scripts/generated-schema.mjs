/** The fields of a JSON schema as rows: path, type in words, description. */

/** @returns {[path: string, type: string, about: string][]} */
export const fieldsOf = (schema, prefix = '') =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [[path, typeOf(field), field.description ?? ''], ...innerFields(field, path)];
  });

function innerFields(field, path) {
  const bare = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
  if (bare.type === 'array') return fieldsOf(bare.items ?? {}, `${path}[]`);
  return fieldsOf(bare, path);
}

const NAMES = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'map',
};

/** In words: `text`, `whole number or null`, `one of a, b`, `list of texts`. */
export function typeOf(schema) {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.enum !== undefined) return `one of ${schema.enum.map((one) => `\`${one}\``).join(', ')}`;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' or ');
  if (schema.type === 'array') return listOf(schema.items ?? {});
  if (schema.format === 'date-time') return 'time';
  if (schema['x-ref'] !== undefined) return 'reference';
  return NAMES[schema.type] ?? 'any';
}

const PLURALS = { text: 'list of texts', 'whole number': 'list of whole numbers', map: 'list' };

function listOf(items) {
  const type = typeOf(items);
  return PLURALS[type] ?? `list, each ${type}`;
}
