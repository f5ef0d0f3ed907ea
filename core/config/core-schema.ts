/** The core's part of the config. Every field has a description; what has no default is optional and has an example. */
import { ACTION_FAMILIES, Secret, type Static, Type } from '@sidelight/plugin-api';
import { LOG_LEVELS } from '../ground/log.js';
import { EVENT_TYPES, WEBHOOK_FORMATS } from '../settings/settings.js';
import { auth } from './auth-schema.js';
import { mqtt } from './mqtt-schema.js';
import { privacyFields, section, texts } from './section.js';

const server = section('Where Sidelight listens.', {
  host: Type.String({
    description: 'The address to listen on. 127.0.0.1 is only this machine, 0.0.0.0 all of its networks.',
    default: '127.0.0.1',
    minLength: 1,
  }),
  port: Type.Integer({ description: 'The TCP port to listen on.', default: 7780, minimum: 0, maximum: 65535 }),
  basePath: Type.String({
    description: 'The path under which everything is served, for a reverse proxy that keeps it.',
    default: '/',
    format: 'base-path',
  }),
  publicUrl: Type.Optional(
    Type.String({
      description:
        'The address that browsers and dashboards use, written into the files for dashboards. The base path is added if it has no path of its own.',
      format: 'plain-url',
      examples: ['https://sidelight.example.org'],
    }),
  ),
  trustProxy: texts(
    'Reverse proxies whose X-Forwarded headers are trusted: addresses, networks, or loopback, linklocal, uniquelocal.',
    { format: 'proxy' },
    ['172.16.0.0/12'],
  ),
  cors: texts('Web origins whose pages may read the API from a browser.', { format: 'origin' }, [
    'https://dashboard.example.org',
  ]),
  hsts: Type.Boolean({
    description:
      'Whether browsers that use https are told to use only https for a year. This applies to every port of the host.',
    default: false,
  }),
});

const database = section('Where data is stored: an SQLite file, or a PostgreSQL server.', {
  path: Type.Optional(
    Type.String({
      description: 'The SQLite file, relative to the data folder; default without url: sidelight.db.',
      minLength: 1,
      examples: ['sidelight.db'],
    }),
  ),
  url: Type.Optional(
    Type.String({
      description: 'The PostgreSQL database to use instead of a file.',
      format: 'postgres-url',
      examples: [`postgres://sidelight:\${DB_PASSWORD}@localhost:5432/sidelight`],
    }),
  ),
});

const key = Type.Object(
  {
    name: Type.String({ description: 'What the key is for; unique.', minLength: 1, examples: ['wall-tablet'] }),
    scope: Type.Enum(['widgets-only', 'widgets-write', 'metrics', 'full'], {
      description:
        'What the key may do: read widgets, also pause and stop things, only read /metrics, or use all of /api.',
      default: 'widgets-only',
    }),
    hash: Type.Optional(
      Type.String({
        description: 'The SHA-256 of the key, 64 hex digits. Give either hash or key.',
        format: 'sha-256',
        examples: [`\${SHA256_OF_THE_KEY}`],
      }),
    ),
    key: Type.Optional(Secret('The key itself, best from the environment or a file. Give either hash or key.')),
    widgets: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The only widgets that the key may read.',
        examples: [['homepage', 'downloads']],
      }),
    ),
    actions: Type.Optional(
      Type.Array(Type.String(), {
        description: `What the key may do beyond its scope: action families (${ACTION_FAMILIES.join(', ')}), or action ids. Scope full may do all of them.`,
        examples: [['release', 'indexers.test']],
      }),
    ),
    networks: Type.Optional(
      Type.Array(Type.String({ format: 'network' }), {
        description: 'The only networks from which the key may be used.',
        examples: [['192.168.1.0/24']],
      }),
    ),
    expires: Type.Optional(
      Type.String({
        description: 'When the key expires: a date or a time.',
        format: 'moment',
        examples: ['2027-12-31'],
      }),
    ),
    perMinute: Type.Optional(
      Type.Integer({
        description: 'Maximum requests per minute; default: 600, 0 for no limit.',
        minimum: 0,
        examples: [600],
      }),
    ),
    ...privacyFields,
  },
  { additionalProperties: false },
);

const webhook = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        description: 'The name shown with its deliveries; unique. Default: the host of its url.',
        minLength: 1,
        examples: ['notifier'],
      }),
    ),
    url: Type.String({
      description: 'Where events are sent.',
      format: 'http-url',
      examples: ['http://localhost:9000/sidelight'],
    }),
    format: Type.Enum([...WEBHOOK_FORMATS], {
      description:
        'The receiver: a program that understands Sidelight’s events, or a service that shows messages to people.',
      default: 'sidelight',
    }),
    secret: Type.Optional(
      Type.String({
        description:
          'Signs deliveries in the format sidelight: whsec_ and 24 to 64 bytes in Base64, for example from `openssl rand -base64 32`.',
        format: 'webhook-secret',
        writeOnly: true,
      }),
    ),
    token: Type.Optional(Secret('The access token for ntfy, gotify or apprise.')),
    events: Type.Array(Type.Enum([...EVENT_TYPES]), {
      description: 'The events that are sent.',
      default: [...EVENT_TYPES],
      minItems: 1,
    }),
    ...privacyFields,
  },
  { additionalProperties: false },
);

/** One of the map; the settings of the plugin itself stand beside `from`. */
export const namedPlugin = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        description: 'The package, or the path relative to this file; omit it for an installed plugin.',
        minLength: 1,
        examples: ['./plugins/weather-station'],
      }),
    ),
  },
  { additionalProperties: true },
);

type NamedPlugins = readonly string[] | Readonly<Record<string, Static<typeof namedPlugin>>>;

/** One schema of two types, so that each violation is told of the type that is there. */
const plugins = Type.Unsafe<NamedPlugins>({
  type: ['array', 'object'],
  items: Type.String({ minLength: 1 }),
  additionalProperties: namedPlugin,
  description:
    'Third-party plugins: a list of package names, or paths relative to this file that begin with a dot. Or a map: the id of a plugin, then its settings, with its package or path in from.',
  default: [],
  examples: [['./plugins/weather-station']],
});

export const coreSchema = Type.Object(
  {
    server,
    timezone: Type.Optional(
      Type.String({
        description: 'The time zone for the start of days. Default: the system’s zone.',
        format: 'time-zone',
        examples: ['Europe/Berlin'],
      }),
    ),
    data: Type.Optional(
      Type.String({
        description: 'The data folder, relative to this file. Default: data in the working directory.',
        minLength: 1,
        examples: ['./data'],
      }),
    ),
    database,
    log: section('What is logged, to standard error.', {
      level: Type.Enum([...LOG_LEVELS], { description: 'How much is logged.', default: 'info' }),
      format: Type.Enum(['text', 'json'], { description: 'Text for people, or JSON for programs.', default: 'text' }),
    }),
    history: section('What counts as a play when Sidelight records plays.', {
      minPlaySeconds: Type.Integer({
        description: 'Seconds that a title must be watched to count.',
        default: 60,
        minimum: 0,
      }),
      resumeMinutes: Type.Integer({
        description: 'Resuming a title within this many minutes continues the same play.',
        default: 60,
        minimum: 0,
      }),
      ignore: section(
        'Whose plays do not count: `integration:name`, `integration:id`, or a name alone for every integration that has it. Stored plays are hidden, and come back when you remove the line.',
        {
          users: texts('Users of media servers; also names of people.', { minLength: 1 }, ['media:test']),
          libraries: texts('Libraries of media servers.', { minLength: 1 }, ['media:Pre-rolls']),
        },
      ),
    }),
    people: Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 })), {
      description:
        'People who have several accounts: a name of your choice, then the accounts, each as `integration:name` or `integration:id`. They are shown and counted as one person.',
      default: {},
      examples: [{ Ada: ['media:ada', 'second-server:ada.l'] }],
    }),
    downloads: section('When downloads count as stalled.', {
      stallMinutes: Type.Integer({
        description: 'Minutes without progress after which a running download counts as stalled.',
        default: 10,
        minimum: 1,
      }),
    }),
    digest: section('What needs attention.', {
      off: texts('Ids of rules to turn off.', {}, ['backup']),
    }),
    keys: Type.Array(key, {
      description: 'API keys declared here. They cannot be changed elsewhere; `sidelight keys create` creates others.',
      default: [],
    }),
    auth,
    webhooks: Type.Array(webhook, {
      description: 'Where Sidelight sends events, signed according to the Standard Webhooks specification.',
      default: [],
    }),
    backup: section('Copies of Sidelight’s own database.', {
      every: Type.Optional(
        Type.String({
          description: 'How often a backup is made: an interval or a cron pattern. Without it, no backups are made.',
          format: 'every',
          examples: ['0 4 * * *'],
        }),
      ),
      keep: Type.Integer({ description: 'How many backups are kept.', default: 7, minimum: 1 }),
      folder: Type.String({
        description: 'Where backups are stored, relative to the data folder.',
        default: 'backups',
        minLength: 1,
      }),
    }),
    metrics: section('The page /metrics for Prometheus.', {
      open: Type.Boolean({ description: 'Whether anyone can read it without a key.', default: false }),
      networks: Type.Array(Type.String({ format: 'network' }), {
        description: 'Addresses and networks, such as those of Prometheus, that can read it without a key.',
        default: [],
        examples: [['192.168.1.20']],
      }),
    }),
    updates: section('Whether Sidelight checks for newer versions.', {
      check: Type.Boolean({
        description:
          'Check once a day for a newer version. Unless this is true, Sidelight asks nobody and sends nothing.',
        default: false,
      }),
      url: Type.String({
        description: 'The address to check: its JSON has the newest version in the field version.',
        format: 'http-url',
        default: 'https://registry.npmjs.org/sidelight/latest',
      }),
    }),
    mqtt: Type.Optional(mqtt),
    plugins,
    integrations: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What Sidelight is connected to: a name of your choice, then its settings.',
      default: {},
    }),
  },
  { additionalProperties: false },
);

export type CoreConfig = Static<typeof coreSchema>;
