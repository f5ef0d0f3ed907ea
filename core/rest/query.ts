/** The query that every GET route takes. */
import { type Static, Type } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import type { Sources } from '../plugins/source.js';
import { DEFAULT_LIMIT, type Variant } from '../widgets/variant.js';
import { checker } from './validate.js';

export const variantQuery = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_LIMIT,
      description: 'How many elements a list may have',
    }),
    tz: Type.Optional(
      Type.String({
        format: 'time-zone',
        description: 'IANA zone in which days begin; the configured one if not given',
      }),
    ),
    source: Type.Optional(
      Type.Array(Type.String(), { description: 'Only these integrations count; may be given several times' }),
    ),
  },
  { additionalProperties: false },
);

const check = checker<Static<typeof variantQuery>>(variantQuery, 'query');

/** @throws bad_request naming each parameter that is unknown or wrong */
export function variantOf(query: unknown, zone: string, sources: Sources): Variant {
  const { limit, tz, source } = check(query);
  return { limit, zone: tz ?? zone, sources: source === undefined ? null : configured(source, sources) };
}

/** In the order of the YAML, so that the order in a query makes no other variant. */
function configured(asked: readonly string[], sources: Sources): readonly string[] {
  const known = sources.all().map(({ id }) => id);
  const strange = asked.find((id) => !known.includes(id));
  if (strange !== undefined) {
    throw new CodedError(
      'bad_request',
      `"source" names "${strange}", which is no enabled integration: ${known.join(', ') || 'there is none'}`,
    );
  }
  return known.filter((id) => asked.includes(id));
}

export const isDefault = (variant: Variant, zone: string): boolean =>
  variant.limit === DEFAULT_LIMIT && variant.zone === zone && variant.sources === null;
