/** The core's part of one entry of `integrations:`. The plugin's own fields stand beside it. */
import type { AnyPlugin } from '../plugin.js';
import { Secret, type Static, Type } from '../schema.js';

const common = {
  plugin: Type.Optional(Type.String({ description: 'The plugin; default: the name of the entry.' })),
  enabled: Type.Boolean({ description: 'Whether this entry is used.', default: true }),
  schedule: Type.Record(Type.String(), Type.String({ format: 'every' }), {
    description: 'Overrides the plugin’s intervals: task id to interval (30s, 5m, 1h) or cron pattern.',
    default: {},
  }),
  webhookSecret: Type.Optional(
    Secret(
      'The secret that the service sends with its webhooks, in x-webhook-secret. Without it, webhooks are rejected.',
    ),
  ),
};

const upstream = {
  url: Type.String({
    description: 'The address of the service, with its base path if it has one.',
    format: 'http-url',
    examples: ['http://localhost:8080'],
  }),
  timeout: Type.String({ description: 'The maximum duration of a request.', format: 'duration', default: '10s' }),
  maxBodyMb: Type.Optional(
    Type.Integer({
      description:
        'The maximum size of a response, which may also have at most 100,000 values per MB. Default: the plugin’s limit, 20, or 40 for managers with a library.',
      minimum: 1,
      maximum: 500,
      examples: [100],
    }),
  ),
  verifyTls: Type.Boolean({
    description: 'Whether the certificate must be valid; false accepts a self-signed one.',
    default: true,
  }),
};

const tied = {
  server: Type.Optional(
    Type.String({
      description:
        'The media server integration that this service is connected to: its rows are matched only to titles there.',
      examples: ['living-room'],
    }),
  ),
};

const closed = { additionalProperties: false };
const remote = Type.Object({ ...upstream, ...common }, closed);
const local = Type.Object(common, closed);
const tiedRemote = Type.Object({ ...upstream, ...tied, ...common }, closed);
const tiedLocal = Type.Object({ ...tied, ...common }, closed);

export type CoreEntry = Static<typeof tiedLocal> & Partial<Static<typeof remote>>;

/** A plugin that asks no service over HTTP has no url, and one that knows no media server's titles has no server. */
export function entrySchemaOf({
  local: isLocal,
  server,
  defaultPort,
}: Pick<AnyPlugin, 'local' | 'server' | 'defaultPort'>) {
  if (isLocal === true) return server === true ? tiedLocal : local;
  const schema = server === true ? tiedRemote : remote;
  return defaultPort === undefined ? schema : listeningAt(defaultPort, schema);
}

/** The same, with an example of the url that its program has. */
function listeningAt<S extends typeof remote | typeof tiedRemote>(port: number, schema: S) {
  const url = Type.String({ ...upstream.url, examples: [`http://localhost:${port}`] });
  return Type.Object({ ...schema.properties, url }, closed);
}

/** Field names that no plugin can have for itself. */
export const CORE_FIELDS: ReadonlySet<string> = new Set(Object.keys(tiedRemote.properties));
