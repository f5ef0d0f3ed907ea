/** GET /api/widgets: every route that takes a key. */
import { type AnyLookup, IsoTime, oneOf, type Static, Type } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CLOCK, type Clock } from '../time/clock.js';
import { pathOf } from './alias.js';
import type { ComposedWidget } from './composed-widget.js';
import { Registry } from './registry.js';

const response = Type.Object({
  service: Type.Boolean(),
  updatedAt: IsoTime(),
  snapshot: Type.String({ description: 'The route with the main number of each widget' }),
  events: Type.String({ description: 'A stream (not JSON) of changed widgets' }),
  bundle: Type.String({ description: 'Several widgets in one response: `?widgets=` lists them' }),
  calendars: Type.Array(Type.String(), { description: 'iCalendar files, for phones and calendars' }),
  auth: Type.Object({
    header: Type.String({ description: 'Carries the key' }),
    settings: Type.String({ description: 'The page for creating keys' }),
  }),
  endpoints: Type.Array(
    Type.Object({
      path: Type.String(),
      method: oneOf('GET', 'POST'),
      summary: Type.String(),
      scope: oneOf('widgets-only', 'widgets-write', 'full'),
      freshness: oneOf('live', 'cached'),
      aliasOf: Type.Optional(Type.String({ description: 'The path with the same response' })),
    }),
  ),
});

type CatalogPayload = Static<typeof response>;
type Endpoint = CatalogPayload['endpoints'][number];

@injectable()
export class Catalog {
  readonly response = response;
  private made: { readonly of: readonly ComposedWidget[]; readonly payload: CatalogPayload } | undefined;

  constructor(
    @inject(Registry) private readonly registry: Pick<Registry, 'widgets' | 'lookups' | 'actions' | 'aliases'>,
    @inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The same object as long as nothing was added. */
  render(): CatalogPayload {
    const widgets = this.registry.widgets();
    if (this.made?.of !== widgets) this.made = { of: widgets, payload: this.compose(widgets) };
    return this.made.payload;
  }

  private compose(widgets: readonly ComposedWidget[]): CatalogPayload {
    return {
      service: true,
      updatedAt: this.clock.now().toISOString(),
      snapshot: '/api/widgets/homepage',
      events: '/api/events',
      bundle: '/api/widgets/bundle',
      calendars: widgets.flatMap(({ path, agenda }) => (agenda === undefined ? [] : [`${path}.ics`])),
      auth: { header: 'x-api-token', settings: '/settings/api-key' },
      endpoints: [
        ...widgets.map(endpointOf),
        ...this.registry.lookups().map(lookupEndpoint),
        ...this.registry.aliases().map(
          ({ path, target }): Endpoint => ({
            ...(target.kind === 'widget' ? endpointOf(target.widget) : lookupEndpoint(target.lookup)),
            path,
            aliasOf: pathOf(target),
          }),
        ),
        ...this.registry.actions().map(
          ({ path, summary, family }): Endpoint => ({
            path,
            method: 'POST',
            summary,
            scope: family === undefined ? 'widgets-write' : 'full',
            freshness: 'live',
          }),
        ),
      ],
    };
  }
}

const lookupEndpoint = ({ path, summary }: AnyLookup): Endpoint => ({
  path,
  method: 'GET',
  summary,
  scope: 'full',
  freshness: 'live',
});

/** A path of its own is no widget's: it takes a key for all of the API. */
const endpointOf = ({ path, summary, freshness, widget }: ComposedWidget): Endpoint => ({
  path,
  method: 'GET',
  summary,
  scope: widget.path === undefined ? 'widgets-only' : 'full',
  freshness,
});
