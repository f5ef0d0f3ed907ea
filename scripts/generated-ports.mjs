/** The ports that there are, for authors of plugins. */
import { code, table } from './generated-parts.mjs';
import { typeOf } from './generated-schema.mjs';

/** By id. The hidden ports of Sidelight's own memory are none for plugins. */
export async function portTable() {
  const api = await import('@sidelight/plugin-api');
  const ports = Object.entries(api).filter(([, one]) => one?.keep !== undefined && one.item !== undefined);
  return table(
    ['id', 'import', 'keeps', 'fields', 'to filter and group by'],
    ports.sort(([, a], [, b]) => (a.id < b.id ? -1 : 1)).map(rowOf),
  );
}

const rowOf = ([name, { id, keep, days, item, index = [] }]) => [
  code(id),
  code(name),
  days === undefined ? keep : `${keep}, ${days} days`,
  Object.entries(item.properties)
    .map(([field, schema]) => fieldText((item.required ?? []).includes(field) ? field : `${field}?`, schema))
    .join('<br>'),
  index.map(code).join(', '),
];

const fieldText = (name, schema) =>
  `${code(name)} ${typeOf(schema)}${schema.description === undefined ? '' : ` (${schema.description})`}`;
