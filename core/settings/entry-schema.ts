/** The core's part of one entry of `integrations:`. The plugin's own fields stand beside it. */
import { type AnyPlugin, Secret, type Static, Type } from '@sidelight/plugin-api';

const common = {
  plugin: Type.Optional(Type.String({ description: 'The plugin; the entry’s own name if not given.' })),
  enabled: Type.Boolean({ description: 'Whether this entry is used.', default: true }),
  schedule: Type.Record(Type.String(), Type.String({ format: 'every' }), {
    description: 'Other intervals than the plugin’s own: task id to interval (30s, 5m, 1h) or cron pattern.',
    default: {},
  }),
  webhookSecret: Type.Optional(
    Secret('What the service has to send along with its webhooks, in x-webhook-secret. None are taken if not given.'),
  ),
};

const upstream = {
  url: Type.String({
    description: 'The address of the service, with its base path if it has one.',
    format: 'http-url',
    examples: ['http://localhost:8080'],
  }),
  timeout: Type.String({ description: 'How long one call may take.', format: 'duration', default: '10s' }),
  verifyTls: Type.Boolean({
    description: 'Whether its certificate must be valid; false accepts a self-signed one.',
    default: true,
  }),
};

/** For a plugin that asks a service over HTTP. */
const remoteEntry = Type.Object({ ...upstream, ...common }, { additionalProperties: false });
/** For a plugin that does not: it has no url. */
const localEntry = Type.Object(common, { additionalProperties: false });

export type CoreEntry = Static<typeof localEntry> & Partial<Static<typeof remoteEntry>>;

export const entrySchemaOf = (plugin: Pick<AnyPlugin, 'local' | 'defaultPort'>) =>
  plugin.local === true ? localEntry : plugin.defaultPort === undefined ? remoteEntry : entryAt(plugin.defaultPort);

/** The same, with an example of the url that its program has. */
const entryAt = (port: number) => {
  const url = Type.String({ ...upstream.url, examples: [`http://localhost:${port}`] });
  return Type.Object({ ...remoteEntry.properties, url }, { additionalProperties: false });
};

/** Field names that no plugin can have for itself. */
export const CORE_FIELDS: ReadonlySet<string> = new Set(Object.keys(remoteEntry.properties));
