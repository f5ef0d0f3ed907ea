/** The OpenAPI 3.1 document: a fold over the routes, so that what is served and what is documented cannot differ. */
import { SESSION_COOKIE } from '../../auth/sessions.js';
import type { ApiRoute } from '../routes.js';
import { type Json, operationOf } from './operation.js';
import { errorRef, errorResponses, errorSchema } from './responses.js';
import { WEBHOOK_SECURITY, webhookPaths } from './webhook.js';

export interface DocumentOptions {
  readonly version: string;
  /** '' or '/path'. */
  readonly basePath: string;
}

const INFO = {
  title: 'Sidelight API',
  description: 'Compact JSON for the tiles of dashboards, about everything that a home media stack is doing.',
  license: { name: 'MIT', identifier: 'MIT' },
};
const TAGS = [
  { name: 'Widgets', description: 'For dashboards: reads with a key of any scope, actions with widgets-write' },
  { name: 'Reads', description: 'For programs: needs a key of scope full' },
  { name: 'Service', description: 'About the daemon itself' },
];
const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-token', description: 'A key of `sidelight keys create <name>`' },
  basic: { type: 'http', scheme: 'basic', description: 'For calendars alone: any name, and the key as password' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer`' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The session of somebody who is signed in at /login',
  },
  ...WEBHOOK_SECURITY,
};

export function openApiDocument(routes: readonly ApiRoute[], { version, basePath }: DocumentOptions): Json {
  const operations = routes.map(operationOf);
  const paths: Record<string, Record<string, unknown>> = { ...servicePaths(), ...webhookPaths() };
  for (const { path, method, operation } of operations) paths[path] = { ...paths[path], [method]: operation };
  return {
    openapi: '3.1.0',
    info: { ...INFO, version },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: Object.assign({ Error: errorSchema }, ...operations.map(({ schemas }) => schemas)),
      responses: errorResponses(),
    },
  };
}

function servicePaths(): Record<string, Record<string, unknown>> {
  const json = { 'application/json': { schema: { type: 'object' } } };
  return {
    '/healthz': service('Healthz', 'Whether the process is alive', json),
    '/readyz': service('Readyz', 'Whether the config is loaded and the database open', json, { 503: errorRef(503) }),
    '/openapi.json': service('OpenApi', 'This document', json),
    '/widgets/index.json': service('Packs', 'The files for dashboards, with their addresses', json),
    '/metrics': {
      get: {
        ...service(
          'Metrics',
          'Figures in the Prometheus format',
          { 'text/plain': { schema: { type: 'string' } } },
          {
            401: errorRef(401),
            403: errorRef(403),
            429: errorRef(429),
          },
        ).get,
        // Needs a key of scope full, unless it was configured open.
        security: [{ apiKey: [] }, { bearer: [] }, {}],
      },
    },
  };
}

const service = (name: string, summary: string, content: object, errors: object = {}) => ({
  get: {
    operationId: `get${name}`,
    summary,
    tags: ['Service'],
    security: [] as readonly object[],
    responses: { 200: { description: summary, content }, ...errors },
  },
});
