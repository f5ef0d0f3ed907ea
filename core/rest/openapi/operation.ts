/** One route as an operation of the document. */
import { type AnyAction, type TObject, type TSchema, Type } from '@sidelight/plugin-api';
import { bundleResponse } from '../bundle.js';
import type { ApiRoute } from '../routes.js';
import type { Components } from './components.js';
import { operationIdOf, shortNameOf, tagOf } from './names.js';
import { parametersOfRoute } from './parameters.js';
import { COMMON_ERRORS, doneSchema, errorRefs, notModified } from './responses.js';

export type Json = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: Json;
}

export interface OperationParts {
  /** Of the route. */
  readonly name: string;
  /** Takes the schemas that the operation refers to. */
  readonly components: Components;
  linksOf(route: ApiRoute, response: TSchema): Json;
}

const READ_ERRORS = [...COMMON_ERRORS, 401, 403, 429, 500, 503];
const ERRORS_OF: Readonly<Record<ApiRoute['kind'], readonly number[]>> = {
  catalog: READ_ERRORS,
  events: READ_ERRORS,
  bundle: READ_ERRORS,
  widget: READ_ERRORS,
  agenda: READ_ERRORS,
  lookup: [...READ_ERRORS, 404],
  action: [...READ_ERRORS, 404, 409, 413, 415, 422, 502, 504],
};

export function operationOf(route: ApiRoute, { name, components, linksOf }: OperationParts): Operation {
  const response = responseOf(route);
  const parameters = parametersOfRoute(route);
  return {
    path: route.path.replaceAll(/:(\w+)/g, '{$1}'),
    method: route.method === 'GET' ? 'get' : 'post',
    operation: {
      operationId: operationIdOf(route.method, name),
      summary: route.summary,
      ...accessOf(route),
      ...aliasOf(route),
      tags: [tagOf(route.path)],
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(route.kind === 'action' ? bodyOf(name, route.action, components) : {}),
      responses: {
        200: {
          description: route.summary,
          content: { [typeOf(route)]: { schema: components.add(name, response, insideOf(route, name)) } },
          ...linksOf(route, response),
        },
        ...(route.kind === 'action' || route.kind === 'events' ? {} : { 304: notModified }),
        ...errorRefs(ERRORS_OF[route.kind]),
      },
    },
  };
}

/** An alias has the parts of what it stands for. */
const insideOf = ({ alias }: ApiRoute, name: string): string => (alias === undefined ? name : shortNameOf(alias.of));

/** Pages link to what is known of one thing, so its routes name the session, too; it reads all others as well. */
function accessOf({ kind, guard }: ApiRoute): Json {
  if (kind === 'lookup') {
    return {
      description: `Accepts a session cookie or a key of scope ${guard.scope}.`,
      security: [{ apiKey: [] }, { bearer: [] }, { session: [] }, { hostSession: [] }],
    };
  }
  const description = `Needs a key ${wantedOf(guard)}`;
  if (kind !== 'agenda') return { description: `${description}.` };
  return {
    description: `${description}; it may be the Basic password, with any name.`,
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
    description: `An alias: same response as ${of}${first}. Needs a key of scope ${guard.scope}.`,
    'x-alias-of': of.replaceAll(/:(\w+)/g, '{$1}'),
  };
}

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

const bodyOf = (name: string, action: AnyAction, components: Components): Json => ({
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: components.add(`${name}Body`, inputOf(action)), example: exampleOf(action) },
    },
  },
});

/** What the schema of an action leaves to those who look the target up: that it names an integration, here or beside. */
function inputOf({ input, target }: AnyAction): TSchema {
  const { properties } = input as TObject;
  const pattern = properties['sourceId'] === undefined ? '^[^:]+:.+$' : '^([^:]+:)?.+$';
  return { ...input, properties: { ...properties, [target]: { pattern, ...properties[target] } } } as TSchema;
}

/** What must be given: explorers would make something up, which says little of an id with a pattern. */
function exampleOf({ input, target }: AnyAction): Json {
  const { properties, required = [] } = input as TObject;
  const value = (property: SampleSchema, name: string): unknown =>
    property.examples?.[0] ??
    (name === target ? 'integration:id' : (property.default ?? property.enum?.[0] ?? SAMPLES[property.type ?? '']));
  return Object.fromEntries(required.map((name) => [name, value({ ...properties[name] }, name) ?? null]));
}

interface SampleSchema {
  readonly type?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
}

const SAMPLES: Readonly<Record<string, unknown>> = { boolean: true, integer: 1, number: 1, string: 'text' };

const TYPES: Partial<Readonly<Record<ApiRoute['kind'], string>>> = {
  events: 'text/event-stream',
  agenda: 'text/calendar',
};

const typeOf = ({ kind }: ApiRoute): string => TYPES[kind] ?? 'application/json';

const agendaSchema = Type.String({ description: 'An iCalendar file' });

const eventSchema = Type.String({
  description:
    'Events named `widget`, whose data is `{"id": …, "etag": …}`: first the current state of each widget, then each change. A line that begins with a colon comes every 15 seconds.',
});
