// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config's own syntax
/** What a wrong config is answered with, word for word. */
import { expect } from 'chai';
import { type Given, refusal, tiedShop } from './shop.js';

interface Case extends Given {
  readonly title: string;
  readonly yaml: string;
  /** The code, then the lines of the message. */
  readonly answer: readonly string[];
}

const one = (line: string, code = 'config_invalid'): readonly string[] => [
  `${code}: /sidelight.yaml has an error:`,
  `  ${line}`,
];
const syntax = (line: string): readonly string[] => ['config_syntax: /sidelight.yaml is not valid YAML:', `  ${line}`];
const ZONE = 'The time zone for the start of days. Default: the system’s zone.';
const URL = 'The address of the service, with its base path if it has one.';

const SIGNING = `whsec_${Buffer.alloc(24).toString('base64')}`;

const CASES: readonly Case[] = [
  {
    title: 'bad indentation',
    yaml: 'server:\n  port: 1\n host: a\n',
    answer: syntax('line 3: All mapping items must start at the same column'),
  },
  {
    title: 'the same key twice',
    yaml: 'log:\n  level: info\nlog:\n  level: debug\n',
    answer: syntax('line 3: "log" appears twice: put everything under the first one'),
  },
  {
    title: 'an unknown tag',
    yaml: 'timezone: !secret zone\n',
    answer: syntax('line 1: Unresolved tag: !secret'),
  },
  {
    title: 'a list instead of a map',
    yaml: '- server\n',
    answer: syntax('line 1: expected a map of settings (name: value)'),
  },
  {
    title: 'an alias that grows without end',
    yaml: `a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: &d [*c, *c, *c]\ne: &e [*d, *d, *d]\nf: [*e, *e, *e]\n`,
    answer: syntax('Excessive alias count indicates a resource exhaustion attack'),
  },
  {
    title: 'an alias of nothing, and a second document',
    yaml: 'a: 1\nb: *nothing\n---\nc: 2\n',
    answer: [
      'config_syntax: /sidelight.yaml is not valid YAML:',
      '  line 3: expected one document, found the beginning of a second',
      '  line 2: *nothing has no anchor before it',
    ],
  },
  {
    title: 'a misspelt section',
    yaml: 'sever:\n  port: 1\n',
    answer: one('line 1, sever: unknown field, did you mean server?'),
  },
  {
    title: 'a field that resembles nothing',
    yaml: 'log:\n  colour: red\n',
    answer: one('line 2, log.colour: unknown field; known here: level, format'),
  },
  {
    title: 'a text for a number',
    yaml: 'server:\n  port: eighty\n',
    answer: one('line 2, server.port: expected a whole number, found "eighty" — The TCP port to listen on.'),
  },
  {
    title: 'a number in quotes, which is a text',
    yaml: 'server:\n  port: "80"\n',
    answer: one('line 2, server.port: expected a whole number, found "80" — The TCP port to listen on.'),
  },
  {
    title: 'a number out of range',
    yaml: 'server:\n  port: 70000\n',
    answer: one(
      'line 2, server.port: expected a whole number of at most 65535, found 70000 — The TCP port to listen on.',
    ),
  },
  {
    title: 'a word that is not one of the few',
    yaml: 'log:\n  level: inof\n',
    answer: one(
      'line 2, log.level: expected one of error, warn, info, debug (did you mean info?), found "inof" — How much is logged.',
    ),
  },
  {
    title: 'a zone that there is not',
    yaml: 'timezone: Europe/Atlantis\n',
    answer: one(`line 1, timezone: expected a time zone such as Europe/Berlin, found "Europe/Atlantis" — ${ZONE}`),
  },
  {
    title: 'two databases',
    yaml: 'database:\n  path: a.db\n  url: postgres://u:secret@db/sidelight\n',
    answer: one('line 1, database: expected either path (SQLite) or url (PostgreSQL), not both'),
  },
  {
    title: 'a database of another kind, whose password is not shown',
    yaml: 'database:\n  url: mysql://u:secret@db/sidelight\n',
    answer: one(
      'line 2, database.url: expected an address such as postgres://user:password@host:5432/sidelight, found "mysql://***@db/sidelight" — The PostgreSQL database to use instead of a file.',
    ),
  },
  {
    title: 'keys',
    yaml: 'keys:\n  - name: a\n  - name: a\n    key: k\n    expires: never\n  - {}\n',
    answer: [
      'config_invalid: /sidelight.yaml has 2 errors:',
      '  line 5, keys[1].expires: expected a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z, found "never" — When the key expires: a date or a time.',
      '  line 6, keys[2].name: is missing — What the key is for; unique.',
    ],
  },
  {
    title: 'keys that are right one by one',
    yaml: 'keys:\n  - name: a\n  - name: a\n    key: k\n',
    answer: [
      'config_invalid: /sidelight.yaml has 2 errors:',
      '  line 2, keys[0]: expected either hash or key',
      '  line 3, keys[1].name: another key has the name a',
    ],
  },
  {
    title: 'webhooks',
    yaml: 'webhooks:\n  - url: http://a/hook\n    secret: hunter2\n    events: [play.begun]\n',
    answer: [
      'config_invalid: /sidelight.yaml has 2 errors:',
      '  line 3, webhooks[0].secret: expected whsec_ and 24 to 64 bytes in Base64 — Signs deliveries in the format sidelight: whsec_ and 24 to 64 bytes in Base64, for example from `openssl rand -base64 32`.',
      '  line 4, webhooks[0].events[0]: expected one of digest.changed, integration.down, integration.up, download.failed, request.pending, play.started, play.stopped, found "play.begun"',
    ],
  },
  {
    title: 'two webhooks of one name',
    yaml: `webhooks:\n  - { url: http://a/one, secret: ${SIGNING} }\n  - { url: http://a/two, secret: ${SIGNING} }\n`,
    answer: one('line 3, webhooks[1].name: another webhook has the name a'),
  },
  {
    title: 'integrations as a list',
    yaml: 'integrations:\n  - radio\n',
    answer: one(
      'line 1, integrations: expected a map (name: value), found a list — What Sidelight is connected to: a name of your choice, then its settings.',
    ),
  },
  {
    title: 'a plugin that is misspelt as the name of its entry',
    yaml: 'integrations:\n  raido: { url: http://r, token: t }\n',
    answer: one('line 2, integrations.raido: no plugin is called raido, so name one with plugin:; did you mean radio?'),
  },
  {
    title: 'a plugin that there is not',
    yaml: 'integrations:\n  kitchen:\n    plugin: toaster\n',
    answer: one('line 3, integrations.kitchen.plugin: no plugin is called toaster; known: almanac, radio'),
  },
  {
    title: 'the reserved name',
    yaml: 'integrations:\n  core: { plugin: almanac }\n',
    answer: one('line 2, integrations.core: this name is reserved: choose another, and name the plugin with plugin:'),
  },
  {
    title: 'a name that no url can carry',
    yaml: 'integrations:\n  Living room: { plugin: almanac }\n',
    answer: one(
      'line 2, integrations.Living room: use up to 64 characters: a lower-case letter, then letters, digits, - and _',
    ),
  },
  {
    title: 'an entry that is only an address',
    yaml: 'integrations:\n  radio: http://r\n',
    answer: one('line 2, integrations.radio: expected a map of settings (name: value)'),
  },
  {
    title: 'an entry left blank',
    yaml: 'integrations:\n  radio:\n',
    answer: [
      'config_invalid: /sidelight.yaml has 2 errors:',
      `  line 2, integrations.radio.url: is missing — ${URL}`,
      '  line 2, integrations.radio.token: is missing — Preferences > Token',
    ],
  },
  {
    title: 'everything wrong at once, in the order of the file',
    yaml: [
      'server: { prot: 80 }',
      'integrations:',
      '  radio:',
      '    url: r:8080',
      '    Token: s3cret',
      '    volume: 101',
      '    loud: very',
      '    band: long',
      '    timeout: 3',
      '    schedule: { stations: daily }',
      '    presets:',
      '      - { name: one, hertz: many }',
      '      - { nmae: two, hertz: 1 }',
    ].join('\n'),
    answer: [
      'config_invalid: /sidelight.yaml has 12 errors:',
      '  line 1, server.prot: unknown field, did you mean port?',
      '  line 3, integrations.radio.token: is missing — Preferences > Token',
      `  line 4, integrations.radio.url: expected an address such as http://host:8080, found "r:8080" — ${URL}`,
      '  line 5, integrations.radio.Token: unknown field, did you mean token?',
      '  line 6, integrations.radio.volume: expected a whole number of at most 100, found 101 — Loudness in percent.',
      '  line 7, integrations.radio.loud: expected true or false, found "very" — Whether to shout.',
      '  line 8, integrations.radio.band: expected one of short, medium, found "long" — The band.',
      '  line 9, integrations.radio.timeout: expected a duration such as 500ms, 10s or 1m, found 3 — The maximum duration of a request.',
      '  line 10, integrations.radio.schedule.stations: expected an interval such as 30s, 5m or 1h, or a cron pattern such as "0 4 * * *", found "daily"',
      '  line 12, integrations.radio.presets[0].hertz: expected a whole number or "scan", found "many"',
      '  line 13, integrations.radio.presets[1].name: is missing',
      '  line 13, integrations.radio.presets[1].nmae: unknown field, did you mean name?',
    ],
  },
  {
    title: 'a url for a plugin that asks nobody',
    yaml: 'integrations:\n  almanac:\n    url: http://a\n',
    answer: one(
      'line 3, integrations.almanac.url: unknown field; known here: plugin, enabled, schedule, webhookSecret',
    ),
  },
  {
    title: 'a media server that is no integration, resembles one, is the entry itself, or is no name',
    yaml: [
      'integrations:',
      '  plex: { plugin: almanac }',
      '  one: { plugin: wall, url: http://w, server: jellyfin }',
      '  two: { plugin: wall, url: http://w, server: plx }',
      '  wall: { url: http://w, server: wall }',
      '  three: { plugin: wall, url: http://w, server: 3 }',
      '  four: { plugin: almanac, server: plex }',
    ].join('\n'),
    plugins: async () => tiedShop,
    answer: [
      'config_invalid: /sidelight.yaml has 5 errors:',
      '  line 3, integrations.one.server: no other integration is called jellyfin; known: four, plex, three, two, wall',
      '  line 4, integrations.two.server: no other integration is called plx; did you mean plex?',
      '  line 5, integrations.wall.server: wall is this integration itself; known: four, one, plex, three, two',
      '  line 6, integrations.three.server: expected a text, found 3 — The media server integration that this service is connected to: its rows are matched only to titles there.',
      '  line 7, integrations.four.server: unknown field; known here: plugin, enabled, schedule, webhookSecret',
    ],
  },
  {
    title: 'a secret that is wrong is not shown',
    yaml: 'integrations:\n  radio: { url: http://r, token: 12345 }\n',
    answer: one('line 2, integrations.radio.token: expected a text — Preferences > Token'),
  },
  {
    title: 'variables and files that there are not',
    yaml: 'integrations:\n  radio:\n    url: http://${HOST}\n    token: file:gone.txt\n    band: ${the band}\n',
    answer: [
      'config_secret: /sidelight.yaml has 3 errors:',
      '  line 3, integrations.radio.url: the environment variable HOST is not set',
      "  line 4, integrations.radio.token: the file cannot be read: ENOENT: no such file or directory, stat '/gone.txt'",
      '  line 5, integrations.radio.band: expected ${NAME} or ${NAME:-default}; a literal ${ is written $${',
    ],
  },
  {
    title: 'a value from the environment is not shown',
    yaml: 'server:\n  port: ${PORT}\nlog:\n  level: ${LEVEL}\n',
    env: { PORT: 'hunter2', LEVEL: 'hunter2' },
    answer: [
      'config_invalid: /sidelight.yaml has 2 errors:',
      '  line 2, server.port: expected a whole number — The TCP port to listen on.',
      '  line 4, log.level: expected one of error, warn, info, debug — How much is logged.',
    ],
  },
  {
    title: 'flags and variables are named themselves',
    yaml: 'server: { port: 1 }\n',
    flags: { port: 'eighty' },
    env: { SIDELIGHT_LOG_LEVEL: 'loud' },
    answer: [
      'config_invalid: /sidelight.yaml has 2 errors:',
      '  --port: expected a whole number — The TCP port to listen on.',
      '  SIDELIGHT_LOG_LEVEL: expected one of error, warn, info, debug — How much is logged.',
    ],
  },
  {
    title: 'a file that was named and is not there',
    yaml: '',
    flags: { config: 'other.yaml' },
    answer: ['config_missing: /other.yaml does not exist (--config)'],
  },
];

describe('a wrong config', () => {
  for (const { title, yaml, answer, ...given } of CASES) {
    it(title, async () => expect((await refusal(yaml, given)).split('\n')).to.deep.equal(answer));
  }
});
