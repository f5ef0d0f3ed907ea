/** Every route under /api, folded from the registry. What is served, documented and allowed comes from this one list. */
import type { AnyAction, AnyLookup, TObject } from '@sidelight/plugin-api';
import type { Guarded } from '../keys/api-key.js';
import type { HttpDeps, ServedAlias, ServedWidget } from './deps.js';

interface Common {
  readonly method: 'GET' | 'POST';
  /** As Express takes it: parameters are `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly guard: Guarded;
  /** It answers as another route does. */
  readonly alias?: { readonly of: string; readonly marker?: string };
}

export type ApiRoute = Common &
  (
    | { readonly kind: 'catalog'; readonly response: TObject }
    | { readonly kind: 'events' }
    | { readonly kind: 'bundle' }
    | { readonly kind: 'widget'; readonly widget: ServedWidget }
    | { readonly kind: 'agenda'; readonly widget: ServedWidget; readonly agenda: NonNullable<ServedWidget['agenda']> }
    | { readonly kind: 'lookup'; readonly lookup: AnyLookup }
    | { readonly kind: 'action'; readonly action: AnyAction }
  );

export const WIDGETS = '/api/widgets';
export const EVENTS = '/api/events';
export const BUNDLE = `${WIDGETS}/bundle`;

interface Folded extends Pick<HttpDeps, 'registry'> {
  readonly catalog: Pick<HttpDeps['catalog'], 'response'>;
}

export const apiRoutes = ({ registry, catalog }: Folded): readonly ApiRoute[] => [
  {
    kind: 'catalog',
    method: 'GET',
    path: WIDGETS,
    summary: 'Every route of this API',
    guard: { scope: 'widgets-only', widget: null },
    response: catalog.response,
  },
  {
    kind: 'events',
    method: 'GET',
    path: EVENTS,
    summary: 'Server-sent events for changed widgets',
    guard: { scope: 'widgets-only', widget: null },
  },
  {
    kind: 'bundle',
    method: 'GET',
    path: BUNDLE,
    summary: 'Several widgets in one response',
    guard: { scope: 'widgets-only', widget: null },
  },
  ...registry.widgets().map(widgetRoute),
  ...registry.widgets().flatMap(agendaRoute),
  ...registry.lookups().map(lookupRoute),
  ...registry.aliases().map(aliasRoute),
  ...registry.actions().map(actionRoute),
];

/** A path of its own is no widget's: it takes a key for all of the API. */
export const guardOf = ({ id, path }: Pick<ServedWidget, 'id' | 'path'>): Guarded =>
  path === `${WIDGETS}/${id}` ? { scope: 'widgets-only', widget: id } : { scope: 'full' };

const widgetRoute = (widget: ServedWidget): ApiRoute => ({
  kind: 'widget',
  method: 'GET',
  path: widget.path,
  summary: widget.summary,
  guard: guardOf(widget),
  widget,
});

/** Calendars know no header of ours: they may give the key as a password. */
function agendaRoute(widget: ServedWidget): readonly ApiRoute[] {
  const { agenda, path, summary } = widget;
  if (agenda === undefined) return [];
  const guard = { ...guardOf(widget), basic: true };
  return [
    { kind: 'agenda', method: 'GET', path: `${path}.ics`, summary: `${summary}: as a calendar`, guard, widget, agenda },
  ];
}

const lookupRoute = (lookup: AnyLookup): ApiRoute => ({
  kind: 'lookup',
  method: 'GET',
  path: lookup.path,
  summary: lookup.summary,
  guard: { scope: 'full' },
  lookup,
});

/** All but its path is that of its target. */
function aliasRoute({ path, marker, target }: ServedAlias): ApiRoute {
  const route = target.kind === 'widget' ? widgetRoute(target.widget) : lookupRoute(target.lookup);
  return { ...route, path, alias: { of: route.path, ...(marker === undefined ? {} : { marker }) } };
}

/** What is of a family, only keys may ask for that were given it; those made before were not. */
export function actionGuard({ id, path, family }: AnyAction): Guarded {
  const widget = path.split('/')[3] ?? '';
  return family === undefined ? { scope: 'widgets-write', widget } : { scope: 'full', widget, action: { id, family } };
}

/** `/api/widgets/downloads/pause` acts through the widget `downloads`. */
const actionRoute = (action: AnyAction): ApiRoute => ({
  kind: 'action',
  method: 'POST',
  path: action.path,
  summary: action.summary,
  guard: actionGuard(action),
  action,
});
