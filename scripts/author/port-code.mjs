/** Code and made-up rows for a port of the vocabulary, from its item schema: a beginning that its author changes. Pure. */

/** The fields that a port demands; the others are for later. */
const demanded = ({ item }) => Object.entries(item.properties).filter(([name]) => item.required.includes(name));

/** What stands in the templates for this port. */
export function portCode(name, port) {
  const fields = demanded(port).map(([field, schema]) => `${commentOf(schema)}${field}: ${typeOf(schema)},`);
  const types = new Set(fields.flatMap((line) => line.match(/\b(oneOf|IsoTime)\b/g) ?? []));
  const isSnapshot = port.keep === 'snapshot';
  return {
    portName: name,
    port: port.id,
    fill: isSnapshot ? 'fill, ' : '',
    upstreamFields: fields.join('\n'),
    upstreamImports: [...types, 'type Static', 'Type'].join(', '),
    packageImports: [...types, 'Type'].join(', '),
    mapFields: demanded(port)
      .map(([field]) => `${field}: item.${field},`)
      .join('\n'),
  };
}

/** The task that fills the port. `read` is a function of the signal, `items` the expression of what it resolves with. */
export const taskCode = (name, { keep }, { read, items }) =>
  keep === 'snapshot'
    ? `fill(${name}, '1m', ${read})`
    : `{
        id: ${name}.id,
        every: '1m',
        fills: [${name}],
        run: async (out, signal) => out.append(${name}, ${items}),
      }`;

const commentOf = ({ description }) => (description === undefined ? '' : `/** ${description} */\n`);

function typeOf(schema) {
  if (schema.enum !== undefined) return `oneOf(${schema.enum.map((one) => `'${one}'`).join(', ')})`;
  if (schema.format === 'date-time') return 'IsoTime()';
  if (schema.type === 'array') return `Type.Array(${typeOf(schema.items)})`;
  return `Type.${schema.type[0].toUpperCase()}${schema.type.slice(1)}()`;
}

/** Two made-up rows, or one where a source has only one. */
export function sampleRows(port) {
  const rows = [0, 1].map((index) =>
    Object.fromEntries(demanded(port).map(([field, schema]) => [field, sampleOf(field, schema, index)])),
  );
  const keys = new Set(rows.map((row) => port.key(row)));
  return rows.slice(0, keys.size);
}

function sampleOf(field, schema, index) {
  if (schema.enum !== undefined) return schema.enum[index % schema.enum.length];
  if (schema.format === 'date-time') return `2026-11-2${index}T18:30:00.000Z`;
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return index === 0;
  if (schema.type !== 'string') return (index + 1) * 10;
  return /id$|key$|code$/i.test(field) ? `${field}-${index + 1}` : `${['First', 'Second'][index]} ${field}`;
}

/** The rows with one value that the port's type does not allow, and the sentence about it. */
export function brokenRows(port) {
  const [first, ...rest] = sampleRows(port);
  const [field, schema] = demanded(port).find(([, one]) =>
    ['string', 'integer', 'number', 'boolean'].includes(one.type),
  );
  const wrong = schema.type === 'string' ? 7 : 'seven';
  return { rows: [{ ...first, [field]: wrong }, ...rest], sentence: `/items/0/${field}: must be ${schema.type}` };
}
