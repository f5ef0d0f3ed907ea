/** Express routes of /api, made from the list of routes. */
import { json, type Request, type RequestHandler, Router } from 'express';
import { CodedError } from '../errors.js';
import type { Actions } from './action-routes.js';
import type { HttpDeps } from './deps.js';
import { exchangeOf, type Handler } from './exchange.js';
import type { Gate } from './gate.js';
import { type PayloadSender, payloadOf } from './payload.js';
import { lookupHandler } from './read-routes.js';
import { Refusal } from './refusal.js';
import type { ApiRoute } from './routes.js';
import { catalogHandler, widgetHandler } from './widget-routes.js';

const readJson = json({ limit: '64kb' });

export interface ApiParts {
  readonly deps: HttpDeps;
  readonly gate: Gate;
  readonly sender: PayloadSender;
  readonly actions: Actions;
}

export function apiRouter(routes: readonly ApiRoute[], parts: ApiParts): Router {
  const router = Router({ caseSensitive: true });
  for (const route of routes) {
    if (route.method === 'GET') router.get(route.path, reading(route, parts));
    else router.post(route.path, ...acting(route, parts));
  }
  for (const [path, allowed] of allowedMethods(routes)) {
    router.all(path, (req) => {
      throw new Refusal('method', `${req.method} is not possible here`, { Allow: allowed });
    });
  }
  return router;
}

function reading(route: ApiRoute, parts: ApiParts): RequestHandler {
  const handle = readHandler(route, parts);
  return async (req, res) => {
    await parts.gate.admit(req, route.guard);
    await handle(req, res);
  };
}

function readHandler(route: ApiRoute, { deps, sender }: ApiParts): Handler {
  switch (route.kind) {
    case 'catalog':
      return catalogHandler(deps, sender);
    case 'widget':
      return widgetHandler(route.widget, deps, sender);
    case 'lookup':
      return lookupHandler(route.lookup, deps, sender);
    case 'action':
      throw new Error(`the action ${route.path} cannot be read`);
  }
}

/** The key is checked before the body is read. */
function acting(route: ApiRoute, { gate, sender, actions }: ApiParts): readonly RequestHandler[] {
  if (route.kind !== 'action') throw new Error(`${route.path} is no action`);
  const act = actions.handler(route.action, route.path);
  return [
    async (req, _res, next) => {
      exchangeOf(req).key = await gate.admit(req, route.guard);
      next();
    },
    requireJson,
    readJson,
    async (req, res) => {
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
