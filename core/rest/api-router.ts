/** Express routes of /api, made from the list of routes. */
import type { AnyLookup } from '@sidelight/plugin-api';
import { json, type Request, type RequestHandler, Router } from 'express';
import { CodedError } from '../ground/errors.js';
import { demandShallow, inTime } from '../http/bodies.js';
import { exchangeOf, type Handler, keyOf } from '../http/exchange.js';
import { type PayloadSender, payloadOf } from '../http/payload.js';
import { Refusal } from '../http/refusal.js';
import type { Guarded } from '../keys/api-key.js';
import { answerLookup } from '../widgets/lookups.js';
import { withMarker } from '../widgets/payload.js';
import type { Actions } from './action-routes.js';
import { Agendas, MOST_EVENTS } from './agenda.js';
import { type Bundle, bundler } from './bundle.js';
import type { HttpDeps, ServedWidget } from './deps.js';
import type { Gate } from './gate.js';
import { asksWhy, explainQuery, isDefault, variantReader } from './query.js';
import type { ApiRoute } from './routes.js';
import { checker } from './validate.js';

const checkExplain = checker(explainQuery, 'query');
const readJson = json({ limit: '64kb', verify: (_req, _res, bytes) => demandShallow(bytes) });
/** Of routes that declare no parameters of their own. */
const plainVariant = variantReader();

type AgendaRoute = Extract<ApiRoute, { readonly kind: 'agenda' }>;

export interface ApiParts {
  readonly deps: HttpDeps;
  readonly gate: Gate;
  readonly sender: PayloadSender;
  readonly actions: Actions;
  readonly events: (guard: Guarded) => RequestHandler;
}

export function apiRouter(routes: readonly ApiRoute[], parts: ApiParts): Router {
  const router = Router({ caseSensitive: true });
  const bundle = bundler(parts.deps);
  for (const route of routes) {
    if (route.kind === 'events') router.get(route.path, parts.events(route.guard));
    else if (route.kind === 'bundle') router.get(route.path, bundling(route, bundle, parts));
    else if (route.method === 'GET') router.get(route.path, reading(route, parts));
    else router.post(route.path, ...acting(route, parts));
  }
  for (const [path, allowed] of allowedMethods(routes)) {
    router.all(path, (req) => {
      throw new Refusal('method', `${req.method} is not allowed here`, { Allow: allowed });
    });
  }
  return router;
}

function reading(route: ApiRoute, parts: ApiParts): RequestHandler {
  const handle = readHandler(route, parts);
  return async (req, res) => {
    // What a payload was made of names every integration and what is asked of it.
    const guard: Guarded = route.kind === 'widget' && asksWhy(req.query) ? { scope: 'full' } : route.guard;
    exchangeOf(req).key = await parts.gate.admit(req, guard);
    await handle(req, res);
  };
}

const bundling =
  ({ guard }: ApiRoute, bundle: Bundle, { gate, sender }: ApiParts): RequestHandler =>
  async (req, res) => {
    const key = await gate.admit(req, guard);
    sender.send(req, res, exchangeOf(req).requestId, await bundle(req, key));
  };

function readHandler(route: ApiRoute, { deps, sender }: ApiParts): Handler {
  switch (route.kind) {
    case 'catalog':
      return catalogHandler(deps, sender);
    case 'widget':
      return widgetHandler(route.widget, route.alias?.marker, deps, sender);
    case 'lookup':
      return lookupHandler(route.lookup, route.alias?.marker, deps, sender);
    case 'agenda':
      return agendaHandler(route, deps, sender);
    case 'action':
    case 'events':
    case 'bundle':
      throw new Error(`${route.path} cannot be read as JSON`);
  }
}

/** The key is checked before the body is read. */
function acting(route: ApiRoute, { deps, gate, sender, actions }: ApiParts): readonly RequestHandler[] {
  if (route.kind !== 'action') throw new Error(`${route.path} is no action`);
  const act = actions.handler(route.action, route.path);
  return [
    async (req, _res, next) => {
      exchangeOf(req).key = await gate.admit(req, route.guard);
      next();
    },
    requireJson,
    inTime(deps.clock),
    readJson,
    async (req, res) => {
      await gate.admitStill(req, route.guard);
      const done = await act(req);
      sender.send(req, res, exchangeOf(req).requestId, payloadOf(done));
    },
  ];
}

const requireJson = (req: Request, _res: unknown, next: () => void): void => {
  if (req.is(['json', '+json']) === false) throw new CodedError('media_type', 'The body must be JSON');
  next();
};

function allowedMethods(routes: readonly ApiRoute[]): ReadonlyMap<string, string> {
  const allowed = new Map<string, string>();
  for (const { path, method } of routes) {
    const methods = method === 'GET' ? 'GET, HEAD' : method;
    const before = allowed.get(path);
    allowed.set(path, before === undefined ? methods : `${before}, ${methods}`);
  }
  return allowed;
}

/** GET of a lookup: a route about one thing, named in its path. */
function lookupHandler(lookup: AnyLookup, marker: string | undefined, deps: HttpDeps, sender: PayloadSender): Handler {
  const check = checker<Record<string, unknown>>(lookup.params, 'path');
  return async (req, res) => {
    const params = check(req.params);
    const { privacy } = keyOf(req);
    const variant = { ...plainVariant(req.query, deps.settings.zone, deps.sources), privacy };
    const answer = await answerLookup(lookup, params, variant, deps);
    if (answer === null) throw new CodedError('not_found', `Nothing was found for ${Object.values(params).join(', ')}`);
    const marked = marker === undefined ? answer : { [marker]: true, ...answer };
    sender.send(req, res, exchangeOf(req).requestId, payloadOf(marked));
  };
}

/** GET of a widget: ready bytes, or those of another variant. @param marker of an alias */
function widgetHandler(
  { id, query, defaults }: ServedWidget,
  marker: string | undefined,
  deps: HttpDeps,
  sender: PayloadSender,
): Handler {
  const variantOf = query === undefined ? plainVariant : variantReader(query);
  return async (req, res) => {
    const { zone } = deps.settings;
    const { explain, ...query } = req.query;
    const { privacy } = keyOf(req);
    const variant = { ...variantOf(query, zone, deps.sources), privacy };
    if (explain !== undefined) {
      checkExplain({ explain });
      return void sender.send(req, res, exchangeOf(req).requestId, await deps.snapshots.explained(id, variant));
    }
    const ready = isDefault(variant, zone, defaults) ? deps.snapshots.ready(id) : undefined;
    const payload = ready ?? (await deps.snapshots.payload(id, variant));
    sender.send(req, res, exchangeOf(req).requestId, withMarker(payload, marker));
  };
}

function agendaHandler({ widget, agenda }: AgendaRoute, deps: HttpDeps, sender: PayloadSender): Handler {
  const variantOf = variantReader(widget.query, MOST_EVENTS);
  const agendas = new Agendas();
  const title = `Sidelight ${widget.id}`;
  return async (req, res) => {
    const variant = { ...variantOf(req.query, deps.settings.zone, deps.sources), privacy: keyOf(req).privacy };
    const payload = await deps.snapshots.payload(widget.id, variant);
    sender.send(req, res, exchangeOf(req).requestId, agendas.of(payload, { title, agenda }));
  };
}

const catalogHandler =
  (deps: HttpDeps, sender: PayloadSender): Handler =>
  (req, res) => {
    plainVariant(req.query, deps.settings.zone, deps.sources);
    sender.send(req, res, exchangeOf(req).requestId, payloadOf(deps.catalog.render()));
  };
