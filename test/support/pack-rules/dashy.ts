/** What Dashy makes of sections with customapi widgets. */
import { type Static, type TObject, Type } from '@sidelight/plugin-api';
import { parse } from 'yaml';
import { fieldType } from './field-type.js';
import { type Faults, repeated, shapeFaults, strict, textOf } from './rule.js';

/** Another one prints the value as it is. */
const FITS: Readonly<Record<string, readonly string[]>> = {
  text: ['string'],
  number: ['integer', 'number'],
  percent: ['integer', 'number'],
  size: ['array'],
  date: ['string'],
  relativeDate: ['string'],
};

const mapping = strict({ field: textOf(1), label: textOf(1), format: Type.Enum(Object.keys(FITS)) });
const widget = strict({
  type: Type.Literal('customapi'),
  label: textOf(1),
  // Else each browser asks, and holds the key.
  useProxy: Type.Literal(true),
  options: strict({
    url: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
    method: Type.Literal('GET'),
    headers: strict({ 'x-api-token': Type.String({ pattern: '^DASHY_[A-Z_]+$' }) }),
    refreshInterval: Type.Integer({ minimum: 1000 }),
    display: Type.Optional(Type.Enum(['block', 'list'])),
    mappings: Type.Array(mapping, { minItems: 1 }),
  }),
});
const board = strict({
  sections: Type.Array(strict({ name: textOf(1), widgets: Type.Array(widget, { minItems: 1 }) }), { minItems: 1 }),
});

export type DashyWidget = Static<typeof widget>;
export type DashyBoard = Static<typeof board>;

/** @param responseOf what the address of a widget answers */
export function dashyFaults(text: string, responseOf: (url: string) => TObject): Faults {
  const read = parse(text) as DashyBoard;
  const wrong = shapeFaults(board, read);
  if (wrong.length > 0) return wrong;
  return [
    ...repeated(read.sections.map(({ name }) => name)).map((name) => `the section ${name} comes twice`),
    ...read.sections.flatMap(({ widgets }) => widgets.flatMap((one) => mappingFaults(one, responseOf))),
  ];
}

function mappingFaults({ label, options }: DashyWidget, responseOf: (url: string) => TObject): Faults {
  const response = responseOf(options.url);
  return [
    ...repeated(options.mappings.map((one) => one.label)).map((name) => `${label} has two values ${name}`),
    ...options.mappings.flatMap(({ field, format }) => {
      const type = fieldType(response, field);
      return FITS[format]?.includes(type) === true ? [] : [`${label} shows ${field}, which is ${type}, as ${format}`];
    }),
  ];
}
