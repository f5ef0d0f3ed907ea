/** Parameters of operations: those that many routes take stand once. */
import type { TObject } from '@sidelight/plugin-api';
import { bundleQuery } from '../bundle.js';
import type { ServedWidget } from '../deps.js';
import { eventsQuery } from '../event-stream.js';
import { explainQuery, variantQuery } from '../query.js';
import type { ApiRoute } from '../routes.js';
import { capital } from './components.js';

type Json = Readonly<Record<string, unknown>>;

/** In the header of actions. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes retries safe for 24 hours: an action is not repeated',
  schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
};

const shared = [...parametersOf(variantQuery, 'query'), ...parametersOf(explainQuery, 'query')];

export const sharedParameters: Readonly<Record<string, Json>> = Object.fromEntries(
  [...shared, idempotencyKey].map((one) => [keyOf(one), one]),
);

const bundled = parametersOf(bundleQuery, 'query').filter(({ name }) => name === 'widgets');

const refTo = (parameter: Json): Json => ({ $ref: `#/components/parameters/${keyOf(parameter)}` });

/** `Idempotency-Key` → `IdempotencyKey`. */
function keyOf({ name }: Json): string {
  return String(name).split('-').map(capital).join('');
}

/** Files hold all that there is. */
const limitRef = '#/components/parameters/Limit';

export function parametersOfRoute(route: ApiRoute): readonly Json[] {
  const common = parametersOf(variantQuery, 'query').map(refTo);
  switch (route.kind) {
    case 'action':
      return [refTo(idempotencyKey)];
    case 'events':
      return parametersOf(eventsQuery, 'query');
    case 'bundle':
      return [...bundled, ...common];
    case 'catalog':
      return common;
    case 'agenda':
      return [...common.filter(({ $ref }) => $ref !== limitRef), ...ownOf(route.widget)];
    case 'lookup':
      return [...parametersOf(route.lookup.params as TObject, 'path'), ...common];
    case 'widget':
      return [...common, ...parametersOf(explainQuery, 'query').map(refTo), ...ownOf(route.widget)];
  }
}

const ownOf = ({ query }: ServedWidget): readonly Json[] => (query === undefined ? [] : parametersOf(query, 'query'));

function parametersOf(schema: TObject, place: 'path' | 'query'): readonly Json[] {
  const demanded: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, title: _, ...rest }: Property = { ...property };
    return {
      name,
      in: place,
      required: place === 'path' || (demanded.includes(name) && rest.default === undefined),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

interface Property {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
}
