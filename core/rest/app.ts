/** The HTTP side of the daemon as one function: ready bytes first, Express for everything else. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '@sidelight/plugin-api/errors';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';
import { clientAddress, exchangeOf, openExchange, requestIdOf } from '../http/exchange.js';
import { cors, type HeaderList, httpsOnly, securityHeaders, withHeaders } from '../http/headers.js';
import { PayloadSender } from '../http/payload.js';
import { failureOf, sendFailure } from '../http/refusal.js';
import type { Handler } from '../http/server.js';
import { Traffic } from '../http/traffic.js';
import { Actions } from './action-routes.js';
import { apiRouter } from './api-router.js';
import type { HttpDeps } from './deps.js';
import { eventStream } from './event-stream.js';
import { fastPath } from './fast-path.js';
import { Gate } from './gate.js';
import { Metrics } from './metrics.js';
import { openApiDocument } from './openapi/document.js';
import { packRouter } from './pack-routes.js';
import { type ApiRoute, apiRoutes } from './routes.js';
import { notReady, serviceRouter } from './service-routes.js';
import { webhookRouter } from './webhook-routes.js';

export function createApp(deps: HttpDeps): Handler {
  const { server, log: logSettings } = deps.settings;
  const app = bareExpress(server.trustProxy);
  const trust = app.get('trust proxy fn');
  const addressOf = (req: IncomingMessage): string => clientAddress(req, trust);
  const vary = server.cors.length > 0 ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
  const common = [...securityHeaders('data'), 'Vary', vary];
  const gate = new Gate(deps.keys, deps.clock, addressOf, deps.visitors);
  const sender = new PayloadSender(common);
  const metrics = new Metrics(deps);
  const traffic = new Traffic(deps.log, logSettings.level, (answered) => metrics.answered(answered));
  const actions = new Actions(deps);
  const events = eventStream({ deps, gate, headers: common });
  const api = following(deps, (routes) => ({
    router: apiRouter(routes, { deps, gate, sender, actions, events }),
    document: openApiDocument(routes, { version: deps.version, basePath: server.basePath }),
  }));

  const routes = express.Router({ caseSensitive: true });
  routes.use('/api', (_req, _res, next) => next(deps.ready() ? undefined : notReady()));
  routes.use(webhookRouter(deps, common));
  routes.use('/api', deps.visitors.open);
  routes.use((req, res, next) => api().router(req, res, next));
  routes.use(namingRequest, withHeaders(securityHeaders('page')), compression());
  routes.use(httpsOnly(() => deps.settings.server.hsts));
  routes.use(packRouter(deps));
  routes.use(serviceRouter({ deps, gate, metrics, addressOf, document: () => api().document }));
  routes.use(notApi, deps.pages);

  app.use(opening(traffic, addressOf), cors(server.cors));
  app.use(server.basePath === '' ? '/' : server.basePath, routes);
  app.use((req) => {
    throw new CodedError('not_found', `${req.path} does not exist`);
  });
  app.use(failing(deps, common));

  const answeredFast = fastPath({ deps, gate, sender, traffic, addressOf });
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (!answeredFast(req, res)) app(req, res);
  };
  return Object.assign(handle, { makes: kindsOf(app) });
}

/**
 * Requests and responses that are from the beginning what Express turns each into: it replaces their prototypes, after which no
 * two of them have the same shape for V8, and all that node does with any of them, on the fast path too, gets slower by a third.
 */
function kindsOf(app: Express): NonNullable<Handler['makes']> {
  const own = { app: { value: app, configurable: true, enumerable: true, writable: true } };
  class Incoming extends IncomingMessage {}
  class Outgoing<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(Incoming.prototype, express.request);
  Object.setPrototypeOf(Outgoing.prototype, express.response);
  app.request = Object.defineProperties(Incoming.prototype, own) as Express['request'];
  app.response = Object.defineProperties(Outgoing.prototype, own) as unknown as Express['response'];
  return { IncomingMessage: Incoming, ServerResponse: Outgoing };
}

function bareExpress(trustProxy: readonly string[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.set('etag', 'weak');
  app.set('trust proxy', [...trustProxy]);
  return app;
}

/** Routes made anew when the registry holds others: a reloaded config may bring plugins, or take some away. */
function following<T>(deps: HttpDeps, make: (routes: readonly ApiRoute[]) => T): () => T {
  let widgets = deps.registry.widgets();
  let made = make(apiRoutes(deps));
  return () => {
    const now = deps.registry.widgets();
    if (now !== widgets) {
      widgets = now;
      made = make(apiRoutes(deps));
    }
    return made;
  };
}

const opening =
  (traffic: Traffic, addressOf: (req: IncomingMessage) => string): RequestHandler =>
  (req, res, next) => {
    const exchange = { requestId: requestIdOf(req), address: addressOf(req), begunAt: performance.now() };
    openExchange(req, exchange);
    res.on('finish', () => traffic.answered(req, res.statusCode, req.originalUrl, exchange, routeOf(req)));
    next();
  };

/** Some routers match lists and patterns of paths: these have no name of their own. */
const routeOf = ({ route }: { readonly route?: unknown }): string | undefined =>
  isRecord(route) && typeof route['path'] === 'string' ? route['path'] : undefined;

/** An address of the API that there is not has no page either. */
const notApi: RequestHandler = (req, _res, next) => next(req.path.startsWith('/api/') ? 'router' : undefined);

const namingRequest: RequestHandler = (req, res, next) => {
  res.setHeader('X-Request-Id', exchangeOf(req).requestId);
  next();
};

const failing =
  ({ log }: Pick<HttpDeps, 'log'>, common: HeaderList): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const { requestId } = exchangeOf(req);
    const failure = failureOf(error);
    if (failure.status === 500) {
      const stack = error instanceof Error ? error.stack : undefined;
      log.error('a request failed', { requestId, path: req.path, error: messageOf(error), stack });
    }
    sendFailure(res, requestId, failure, common);
  };
