/** The routes beside the API, as operations of the document. */
import { nullable, type TSchema, Type } from '@sidelight/plugin-api';
import type { Components } from './components.js';
import { COMMON_ERRORS, errorRefs, notModified } from './responses.js';

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const aliveSchema = Type.Object({ ok: Type.Literal(true) });

const file = Type.Object(
  { path: Type.String({ description: 'Below /widgets/' }), url: Type.String() },
  { title: 'PackFile' },
);
const packsSchema = Type.Object({
  baseUrl: Type.String({ description: 'The address of Sidelight in the files' }),
  packs: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      files: Type.Array(file),
      archive: nullable(file),
    }),
  ),
});

const documentSchema = Type.Object({
  openapi: Type.String(),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: Type.Object({}),
});

const METRICS = 'Metrics in the Prometheus format';

export function servicePaths(components: Components): Paths {
  const json = (name: string, schema: TSchema) => ({ 'application/json': { schema: components.add(name, schema) } });
  return {
    '/healthz': service('Healthz', 'Whether the process is alive', json('Alive', aliveSchema)),
    '/readyz': service('Readyz', 'Whether the config is loaded and the database open', json('Alive', aliveSchema), {
      errors: [503],
    }),
    '/openapi.json': service('OpenApi', 'This document', json('OpenApiDocument', documentSchema)),
    '/widgets/index.json': service(
      'Packs',
      'The files for dashboards, with their addresses',
      json('Packs', packsSchema),
      { description: 'Each file has its own route under /widgets/. None needs a key, since none contains one.' },
    ),
    '/metrics': service(
      'Metrics',
      METRICS,
      { 'text/plain': { schema: { type: 'string' } } },
      {
        description: 'Needs a key of scope metrics or full, unless the config makes it public.',
        errors: [401, 403, 429, 503],
        security: [{ apiKey: [] }, { bearer: [] }, {}],
      },
    ),
  };
}

interface More {
  readonly description?: string;
  readonly errors?: readonly number[];
  readonly security?: readonly object[];
}

const service = (
  name: string,
  summary: string,
  content: object,
  { description, errors = [], security = [] }: More = {},
) => ({
  get: {
    operationId: `get${name}`,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: ['Service'],
    security,
    responses: {
      200: { description: summary, content },
      304: notModified,
      ...errorRefs([...COMMON_ERRORS, ...errors]),
    },
  },
});
