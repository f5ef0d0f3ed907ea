/** One route as an operation of the document. */
import { type AnyAction, type TObject, type TSchema, Type } from '@sidelight/plugin-api';
import { bundleQuery, bundleResponse } from '../bundle.js';
import { eventsQuery } from '../event-stream.js';
import { explainQuery, fileQuery, variantQuery } from '../query.js';
import type { ApiRoute } from '../routes.js';
import { doneSchema, errorRef } from './responses.js';

export type Json = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: Json;
  /** Named schemas that the operation refers to. */
  readonly schemas: Readonly<Record<string, TSchema>>;
}

const READ_ERRORS = [400, 401, 403, 429, 500, 503];
const ERRORS_OF: Readonly<Record<ApiRoute['kind'], readonly number[]>> = {
  catalog: READ_ERRORS,
  events: READ_ERRORS,
  bundle: READ_ERRORS,
  widget: READ_ERRORS,
  agenda: READ_ERRORS,
  lookup: [...READ_ERRORS, 404],
  action: [...READ_ERRORS, 404, 408, 409, 413, 415, 422, 502, 504],
};

export function operationOf(route: ApiRoute): Operation {
  // An alias may differ from another path in its marks alone.
  const name = route.alias === undefined ? nameOf(route.path) : `${nameOf(route.path)}Alias`;
  const isWidgets = route.path === '/api/widgets' || route.path.startsWith('/api/widgets/');
  const body = route.kind === 'action' ? { [`${name}Body`]: route.action.input as TSchema } : {};
  return {
    path: route.path.replaceAll(/:(\w+)/g, '{$1}'),
    method: route.method === 'GET' ? 'get' : 'post',
    schemas: { [name]: responseOf(route), ...body },
    operation: {
      operationId: `${route.method.toLowerCase()}${name}`,
      summary: route.summary,
      ...accessOf(route),
      ...aliasOf(route),
      tags: [isWidgets ? 'Widgets' : 'Reads'],
      ...(route.kind === 'action'
        ? actionInput(name, route.action)
        : { parameters: [...pathParameters(route), ...commonParameters(route), ...ownParameters(route)] }),
      responses: {
        200: { description: route.summary, content: { [typeOf(route)]: { schema: ref(name) } } },
        ...(route.kind === 'action' || route.kind === 'events'
          ? {}
          : { 304: { description: 'Not changed since the ETag in If-None-Match' } }),
        ...Object.fromEntries([...ERRORS_OF[route.kind]].sort().map((status) => [status, errorRef(status)])),
      },
    },
  };
}

/** `POST /api/widgets/sessions/stop` → `postWidgetsSessionsStop`. */
export const operationIdOf = (method: ApiRoute['method'], path: string): string =>
  `${method.toLowerCase()}${nameOf(path)}`;

/** Pages link to what is known of one thing, so its routes name the session, too; it reads all others as well. */
function accessOf({ kind, guard }: ApiRoute): Json {
  if (kind === 'lookup') {
    return {
      description: `Accepts a session cookie or a key of scope ${guard.scope}.`,
      security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
    };
  }
  const description = `Needs a key ${wantedOf(guard)}`;
  if (kind !== 'agenda') return { description: `${description}.` };
  return {
    description: `${description}; it may be the password of Basic, beside any name.`,
    security: [{ apiKey: [] }, { bearer: [] }, { basic: [] }],
  };
}

const wantedOf = ({ scope, action }: ApiRoute['guard']): string =>
  action === undefined
    ? `of scope ${scope}`
    : `of scope ${scope}, or one whose actions name ${action.family} or ${action.id}`;

/** What it stands for, in words and for programs. */
function aliasOf({ alias, guard }: ApiRoute): Json {
  if (alias === undefined) return {};
  const { of, marker } = alias;
  const first = marker === undefined ? '' : `, with \`${marker}: true\` first`;
  return {
    description: `An alias: answers as ${of} does${first}. Needs a key of scope ${guard.scope}.`,
    'x-alias-of': of.replaceAll(/:(\w+)/g, '{$1}'),
  };
}

/** `/api/widgets/sessions/stop` → `WidgetsSessionsStop`. */
const nameOf = (path: string): string =>
  path
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function responseOf(route: ApiRoute): TSchema {
  const marker = route.alias?.marker;
  const response = answerOf(route);
  if (marker === undefined) return response;
  return Type.Object({ [marker]: Type.Literal(true), ...(response as TObject).properties });
}

function answerOf(route: ApiRoute): TSchema {
  switch (route.kind) {
    case 'catalog':
      return route.response;
    case 'events':
      return eventSchema;
    case 'bundle':
      return bundleResponse;
    case 'agenda':
      return agendaSchema;
    case 'widget':
      return route.widget.response;
    case 'lookup':
      return route.lookup.response as TSchema;
    case 'action':
      return doneSchema;
  }
}

const actionInput = (name: string, action: AnyAction): Json => ({
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes a retry within 24 hours safe: what was done once is not done again',
      schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ref(`${name}Body`), example: exampleOf(action) } },
  },
});

/** What must be given: explorers would make something up, which says little of an id with a pattern. */
function exampleOf({ input, target }: AnyAction): Json {
  const { properties, required = [] } = input as TObject;
  const value = (property: SampleSchema): unknown =>
    property.default ?? property.enum?.[0] ?? SAMPLES[property.type ?? ''];
  return Object.fromEntries(
    required.map((name) => [name, name === target ? 'integration:id' : (value({ ...properties[name] }) ?? null)]),
  );
}

interface SampleSchema {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
}

const SAMPLES: Readonly<Record<string, unknown>> = { boolean: true, integer: 1, number: 1, string: 'text' };

const pathParameters = (route: ApiRoute): readonly Json[] =>
  route.kind === 'lookup' ? parametersOf(route.lookup.params as TObject, 'path') : [];

const queryParameters = parametersOf(variantQuery, 'query');

const fileParameters = parametersOf(fileQuery, 'query');
const bundleParameters = parametersOf(bundleQuery, 'query');

function commonParameters({ kind }: ApiRoute): readonly Json[] {
  if (kind === 'events') return parametersOf(eventsQuery, 'query');
  if (kind === 'agenda') return fileParameters;
  return kind === 'bundle' ? bundleParameters : queryParameters;
}

const TYPES: Partial<Readonly<Record<ApiRoute['kind'], string>>> = {
  events: 'text/event-stream',
  agenda: 'text/calendar',
};

const typeOf = ({ kind }: ApiRoute): string => TYPES[kind] ?? 'application/json';

const agendaSchema = Type.String({ description: 'An iCalendar file' });

const eventSchema = Type.String({
  description:
    'Events named `widget`, whose data is `{"id": …, "etag": …}`: first how each widget is now, then each that has changed. A line that begins with a colon comes every 15 seconds.',
});

function ownParameters(route: ApiRoute): readonly Json[] {
  if (route.kind !== 'widget' && route.kind !== 'agenda') return [];
  const { query } = route.widget;
  return [
    ...(route.kind === 'widget' ? parametersOf(explainQuery, 'query') : []),
    ...(query === undefined ? [] : parametersOf(query, 'query')),
  ];
}

function parametersOf(schema: TObject, place: 'path' | 'query'): readonly Json[] {
  const demanded: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest }: { readonly description?: string; readonly default?: unknown } = { ...property };
    return {
      name,
      in: place,
      required: place === 'path' || (demanded.includes(name) && rest.default === undefined),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}
