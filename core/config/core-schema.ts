/** The core's part of the config. Every field has a description; what has no default is optional and has an example. */
import { ACTION_FAMILIES, Secret, type Static, Type } from '@sidelight/plugin-api';
import { LOG_LEVELS } from '../ground/log.js';
import { EVENT_TYPES, WEBHOOK_FORMATS } from '../settings/settings.js';
import { auth } from './auth-schema.js';
import { mqtt } from './mqtt-schema.js';
import { privacyFields, section, texts } from './section.js';

const server = section('Where Sidelight listens.', {
  host: Type.String({
    description: 'The address to listen on. 127.0.0.1 is this machine alone, 0.0.0.0 every network that it is in.',
    default: '127.0.0.1',
    minLength: 1,
  }),
  port: Type.Integer({ description: 'The TCP port to listen on.', default: 7780, minimum: 0, maximum: 65535 }),
  basePath: Type.String({
    description: 'The path below which everything is served, for a reverse proxy that keeps it.',
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
    'Reverse proxies whose X-Forwarded headers are believed: addresses, networks, or loopback, linklocal, uniquelocal.',
    { format: 'proxy' },
    ['172.16.0.0/12'],
  ),
  cors: texts('Web origins whose pages may read the API from a browser.', { format: 'origin' }, [
    'https://dashboard.example.org',
  ]),
  hsts: Type.Boolean({
    description:
      'Whether browsers that came by https are told to come by https alone from then on, for a year. It binds every port of the host.',
    default: false,
  }),
});

const database = section('Where data is kept: a SQLite file, or a PostgreSQL server.', {
  path: Type.Optional(
    Type.String({
      description: 'The SQLite file, relative to the data folder. sidelight.db when neither path nor url is given.',
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
        'What the key may do: read widgets, also pause and stop things, read /metrics alone, or use all of /api.',
      default: 'widgets-only',
    }),
    hash: Type.Optional(
      Type.String({
        description: 'The SHA-256 of the key, 64 hex digits. Either hash or key.',
        format: 'sha-256',
        examples: [`\${SHA256_OF_THE_KEY}`],
      }),
    ),
    key: Type.Optional(Secret('The key itself, best from the environment or a file. Either hash or key.')),
    widgets: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The only widgets that the key may read.',
        examples: [['homepage', 'downloads']],
      }),
    ),
    actions: Type.Optional(
      Type.Array(Type.String(), {
        description: `What the key may do beyond its scope: families of actions (${ACTION_FAMILIES.join(', ')}), or ids of actions. Scope full may do all of it.`,
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
        description: 'When the key ends: a date or a time.',
        format: 'moment',
        examples: ['2027-12-31'],
      }),
    ),
    perMinute: Type.Optional(
      Type.Integer({
        description: 'Requests a minute that the key may make; 600 if not given, 0 for no limit.',
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
        description: 'What it is called where deliveries are shown; unique. The host of its url if not given.',
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
        'Who is told: a program that knows the events of Sidelight, or a service that shows messages to people.',
      default: 'sidelight',
    }),
    secret: Type.Optional(
      Type.String({
        description:
          'What deliveries of the format sidelight are signed with: whsec_ and 24 to 64 bytes in Base64. `openssl rand -base64 32` makes the latter.',
        format: 'webhook-secret',
        writeOnly: true,
      }),
    ),
    token: Type.Optional(Secret('What ntfy, gotify or apprise know the sender by.')),
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
        description: 'The package, or the path relative to this file; not given: a plugin that is there already.',
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
    'Third-party plugins: a list of package names, or paths relative to this file that begin with a dot. Or a map: the id of a plugin, then its settings, with its package or path as from.',
  default: [],
  examples: [['./plugins/weather-station']],
});

export const coreSchema = Type.Object(
  {
    server,
    timezone: Type.Optional(
      Type.String({
        description: 'The zone in which days begin. The system’s zone if not given.',
        format: 'time-zone',
        examples: ['Europe/Berlin'],
      }),
    ),
    data: Type.Optional(
      Type.String({
        description: 'The folder of the database, relative to this file. data in the working directory if not given.',
        minLength: 1,
        examples: ['./data'],
      }),
    ),
    database,
    log: section('What is logged, to standard error.', {
      level: Type.Enum([...LOG_LEVELS], { description: 'How much is logged.', default: 'info' }),
      format: Type.Enum(['text', 'json'], { description: 'Lines for people, or for machines.', default: 'text' }),
    }),
    history: section('What counts as a play, where Sidelight itself records plays.', {
      minPlaySeconds: Type.Integer({
        description: 'Seconds that a title must have been watched to count.',
        default: 60,
        minimum: 0,
      }),
      resumeMinutes: Type.Integer({
        description: 'Minutes within which going on with a title is the same play.',
        default: 60,
        minimum: 0,
      }),
      ignore: section(
        'Whose plays do not count: `integration:name`, `integration:id`, or a name alone for every integration that has it. The plays that are stored already are set aside; they come back when the line is taken away.',
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
    downloads: section('How downloads are judged.', {
      stallMinutes: Type.Integer({
        description: 'Minutes without progress after which a running download counts as stalled.',
        default: 10,
        minimum: 1,
      }),
    }),
    digest: section('What needs attention.', {
      off: texts('Ids of rules that are switched off.', {}, ['backup']),
    }),
    keys: Type.Array(key, {
      description:
        'API keys that are declared here. They cannot be changed elsewhere; `sidelight keys create` makes others.',
      default: [],
    }),
    auth,
    webhooks: Type.Array(webhook, {
      description: 'Where Sidelight tells of events, signed as the Standard Webhooks specification says.',
      default: [],
    }),
    backup: section('Copies of Sidelight’s own database.', {
      every: Type.Optional(
        Type.String({
          description: 'How often one is made: an interval or a cron pattern. None are made if not given.',
          format: 'every',
          examples: ['0 4 * * *'],
        }),
      ),
      keep: Type.Integer({ description: 'How many are kept.', default: 7, minimum: 1 }),
      folder: Type.String({
        description: 'Where they are kept, relative to the data folder.',
        default: 'backups',
        minLength: 1,
      }),
    }),
    metrics: section('The page /metrics for Prometheus.', {
      open: Type.Boolean({ description: 'Whether it is shown without a key.', default: false }),
      networks: Type.Array(Type.String({ format: 'network' }), {
        description: 'Addresses and networks from which it is shown without a key: those of Prometheus.',
        default: [],
        examples: [['192.168.1.20']],
      }),
    }),
    updates: section('Whether Sidelight looks for newer versions of itself.', {
      check: Type.Boolean({
        description:
          'Asks once a day which version is the newest. Nobody is asked, and nothing is sent, unless this is true.',
        default: false,
      }),
      url: Type.String({
        description: 'Who is asked: an address whose JSON has the newest version in its field version.',
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
