/** The query that every GET route takes. */
import { type Static, type TObject, Type } from '@sidelight/plugin-api';
import { inOrder, type QueryValues } from '@sidelight/plugin-api/host';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';
import type { Sources } from '../plugins/source.js';
import { DEFAULT_LIMIT, defaultVariant, type Variant, variantKey } from '../widgets/variant.js';
import { checker } from './validate.js';

export const variantQuery = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of list items',
    }),
    tz: Type.Optional(
      Type.String({
        format: 'time-zone',
        minLength: 1,
        description: 'IANA time zone for the start of days; default: the configured one',
      }),
    ),
    source: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Only these integrations; may be given several times',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Of files: they hold all that there is. */
export const fileQuery = Type.Object(
  { tz: variantQuery.properties.tz, source: variantQuery.properties.source },
  { additionalProperties: false },
);

/** Of widgets alone, with a key for all of the API. */
export const explainQuery = Type.Object({
  explain: Type.Optional(
    Type.String({
      pattern: '^1$',
      description:
        'Adds how the payload was made: reads, integrations, row counts and their age. Needs a key of scope full',
    }),
  ),
});

/** Whether a request asks what a payload was made of. */
export const asksWhy = (query: unknown): boolean => isRecord(query) && query['explain'] !== undefined;

/** Of the query of a request. Throws bad_request naming each parameter that is unknown or wrong. */
export type VariantReader = (query: unknown, zone: string, sources: Pick<Sources, 'all'>) => Variant;

/**
 * @param own the parameters that a widget declares beside those of every route
 * @param most of a file, which holds so many elements and takes no limit
 */
export function variantReader(own?: TObject, most?: number): VariantReader {
  const common = most === undefined ? variantQuery : fileQuery;
  const properties = { ...common.properties, ...own?.properties };
  const schema = own === undefined ? common : Type.Object(properties, { additionalProperties: false });
  const check = checker<Partial<Static<typeof variantQuery>> & QueryValues>(schema, 'query');
  return (query, zone, sources) => {
    const { limit = most ?? DEFAULT_LIMIT, tz, source, ...given } = check(query);
    const variant = {
      limit,
      zone: tz ?? zone,
      sources: source === undefined ? null : configured(source, sources),
    };
    return own === undefined ? variant : { ...variant, query: inOrder(own, given) };
  };
}

/** In the order of the YAML, so that the order in a query makes no other variant. */
function configured(asked: readonly string[], sources: Pick<Sources, 'all'>): readonly string[] {
  const known = sources.all().map(({ id }) => id);
  const strange = asked.find((id) => !known.includes(id));
  if (strange !== undefined) {
    throw new CodedError(
      'bad_request',
      `"source" names "${strange}", which is not an enabled integration: ${known.join(', ') || 'there are none'}`,
    );
  }
  return known.filter((id) => asked.includes(id));
}

/** @param defaults of the widget’s own parameters; null: some must be given */
export const isDefault = (variant: Variant, zone: string, defaults: QueryValues | null): boolean =>
  defaults !== null && variantKey(variant) === variantKey({ ...defaultVariant(zone), query: defaults });
