/** The OpenAPI 3.1 document: a fold over the routes, so that what is served and what is documented cannot differ. */
import { HOST_SESSION_COOKIE, SESSION_COOKIE } from '../../auth/cookies.js';
import type { ApiRoute } from '../routes.js';
import { Components } from './components.js';
import { linksBetween } from './links.js';
import { namesOf, operationIdOf } from './names.js';
import { type Json, operationOf } from './operation.js';
import { sharedParameters } from './parameters.js';
import { errorResponses, errorSchema } from './responses.js';
import { servicePaths } from './service.js';
import { WEBHOOK_SECURITY, webhookPaths } from './webhook.js';

export interface DocumentOptions {
  readonly version: string;
  /** '' or '/path'. */
  readonly basePath: string;
}

const INFO = {
  title: 'Sidelight API',
  description: 'Compact JSON for dashboard tiles, about everything that a home media stack is doing.',
  contact: { name: 'The operator of this Sidelight' },
  license: { name: 'MIT', identifier: 'MIT' },
};
const TAGS = [
  { name: 'Widgets', description: 'For dashboards: reads with a key of any scope, actions with widgets-write' },
  { name: 'Reads', description: 'For programs: needs a key of scope full' },
  { name: 'Service', description: 'About the daemon itself' },
];
const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-token',
    description: 'A key from `sidelight keys create <name>`',
  },
  basic: { type: 'http', scheme: 'basic', description: 'Only for calendars: any name, and the key as the password' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer`' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The session after signing in at /login, over http or under a path',
  },
  hostSession: {
    type: 'apiKey',
    in: 'cookie',
    name: HOST_SESSION_COOKIE,
    description: 'The same over https, if Sidelight has its own host',
  },
  ...WEBHOOK_SECURITY,
};

export function openApiDocument(routes: readonly ApiRoute[], { version, basePath }: DocumentOptions): Json {
  const components = new Components();
  components.add('Error', errorSchema);
  const names = namesOf(routes);
  const linksOf = linksBetween(routes, (route) => operationIdOf(route.method, names(route)));
  const paths: Record<string, Record<string, unknown>> = { ...servicePaths(components), ...webhookPaths() };
  for (const route of routes) {
    const { path, method, operation } = operationOf(route, { name: names(route), components, linksOf });
    paths[path] = { ...paths[path], [method]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { ...INFO, version },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: sharedParameters,
      schemas: components.schemas(),
      responses: {
        NotModified: { description: 'Not changed since the ETag in If-None-Match' },
        ...errorResponses(statusesIn(paths)),
      },
    },
  };
}

const statusesIn = (paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>): ReadonlySet<string> =>
  new Set(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => Object.keys((operation as { readonly responses: object }).responses)),
  );
