/** Where what a route answers can go on: the actions and lookups that take the ids in it. Pure. */
import type { AnyAction, TObject, TSchema } from '@sidelight/plugin-api';
import { thingOf } from '@sidelight/plugin-api/host';
import { isRecord } from '../../ground/path.js';
import type { ApiRoute } from '../routes.js';
import { capital } from './components.js';

type Node = Readonly<Record<string, unknown>>;

/** Something that takes an id. */
interface Taker {
  readonly operationId: string;
  readonly summary: string;
  readonly thing: string;
  /** It as a link says it. @param value an expression for the id */
  readonly with: (value: string) => Node;
  /** Of what is about an integration as a whole: those who offer it in their tile link to it. */
  readonly whole?: AnyAction;
}

interface Place {
  /** A JSON pointer into an answer; of a list its first element. */
  readonly pointer: string;
  readonly things: readonly string[];
}

/** @param operationIdOf a route */
export function linksBetween(routes: readonly ApiRoute[], operationIdOf: (route: ApiRoute) => string) {
  const takers = routes.flatMap((route) => takersOf(route, operationIdOf(route)));
  return (route: ApiRoute, response: TSchema): Node => {
    if (route.kind !== 'widget' && route.kind !== 'lookup') return {};
    const found = placesIn(response, '').flatMap(({ pointer, things }) =>
      takers
        .filter((taker) => things.includes(taker.thing) && taker.whole === undefined)
        .map((taker) => [taker, pointer, `$response.body#${pointer}`] as const),
    );
    const offered: readonly string[] = route.kind === 'widget' ? (route.widget.tile?.actions ?? []) : [];
    const whole = takers
      .filter((taker) => taker.whole !== undefined && offered.includes(taker.whole.id))
      .map((taker) => [taker, '', '{$response.body#/sources/0/id}:all'] as const);
    const links = [...found, ...whole].map(
      ([taker, pointer, value]) =>
        [
          `${taker.operationId}${suffixOf(pointer)}`,
          { operationId: taker.operationId, description: taker.summary, ...taker.with(value) },
        ] as const,
    );
    return links.length === 0 ? {} : { links: Object.fromEntries(links) };
  };
}

function takersOf(route: ApiRoute, operationId: string): readonly Taker[] {
  const { summary } = route;
  if (route.kind === 'action') {
    const { action } = route;
    const { target } = action;
    const isWhole = action.names === 'all';
    const taker = { operationId, summary, thing: thingOf(action) };
    return [
      {
        ...taker,
        with: (value) => ({ requestBody: { [target]: value } }),
        ...(isWhole ? { whole: action } : {}),
      },
    ];
  }
  if (route.kind !== 'lookup') return [];
  const params = Object.entries((route.lookup.params as TObject).properties);
  return params.flatMap(([name, schema]) =>
    thingsOf(schema).map((thing) => ({
      ...{ operationId, summary, thing },
      with: (value: string) => ({ parameters: { [name]: value } }),
    })),
  );
}

function thingsOf(schema: unknown): readonly string[] {
  const things = isRecord(schema) ? schema['x-things'] : undefined;
  return Array.isArray(things) ? things.filter((thing) => typeof thing === 'string') : [];
}

/** Where in an answer of this schema ids of things are. */
function placesIn(schema: unknown, pointer: string): readonly Place[] {
  if (!isRecord(schema)) return [];
  const things = thingsOf(schema);
  const { properties, items, anyOf } = schema;
  return [
    ...(things.length === 0 ? [] : [{ pointer, things }]),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, field]) =>
      placesIn(field, `${pointer}/${name}`),
    ),
    ...(items === undefined ? [] : placesIn(items, `${pointer}/0`)),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((one) => placesIn(one, pointer)) : []),
  ];
}

/** `/items/0/id` is what one expects; `/all/0/id` → `OfAll`. */
function suffixOf(pointer: string): string {
  const steps = pointer
    .split('/')
    .filter((step) => step !== '' && step !== '0' && step !== 'items' && !/id$/i.test(step));
  return steps.length === 0 ? '' : `Of${steps.map(capital).join('')}`;
}
