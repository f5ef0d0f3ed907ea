/** What the YAML says about one API. */
import { oneOf, Secret, type Static, Type } from '@sidelight/plugin-api';

/** How a figure is shown, and so what its expression has to give: a number, a text, a time or true/false. */
const format = (description: string) =>
  Type.Union([oneOf('number', 'bytes', 'bitrate', 'percent', 'duration', 'date', 'text', 'flag')], { description });

const expression = (description: string, example: string) =>
  Type.String({ minLength: 1, description, examples: [example] });

const Figure = Type.Object({
  value: expression('A JSONata expression over the answer.', 'stats.total'),
  label: Type.Optional(Type.String({ minLength: 1, description: 'The label of the number; default: its name.' })),
  format: Type.Optional(format('How it is shown; number if not given.')),
  optional: Type.Optional(Type.Boolean({ description: 'true: it may be missing from the response.' })),
});

const Column = Type.Object({
  value: expression('A JSONata expression over one row.', 'author'),
  format: Type.Optional(format('How it is shown; text if not given.')),
});

const List = Type.Object({
  rows: expression('What gives the rows: a JSONata expression over the answer.', 'notes'),
  name: expression('The name of a row: like all that follow, a JSONata expression over one row.', 'title'),
  label: Type.Optional(Column),
  details: Type.Optional(
    Type.Record(Type.String(), Column, { description: 'More about a row: a name, then its value.' }),
  ),
  progress: Type.Optional(expression('How far the row is: 0 to 100.', 'done * 100')),
  tone: Type.Optional(expression('good, attention, bad or muted.', "failed ? 'bad' : 'good'")),
  at: Type.Optional(expression('The time that the row is about, as ISO text.', 'changedAt')),
  href: Type.Optional(expression('Where the row leads to.', "'http://notes.lan/' & id")),
  image: Type.Optional(expression('The address of a picture, below the url.', 'thumbnail')),
});

const WidgetEntry = Type.Object({
  title: Type.String({ minLength: 1, description: 'The title of its tile.' }),
  summary: Type.Optional(Type.String({ minLength: 1, description: 'What it shows, in a sentence.' })),
  icon: Type.Optional(
    Type.String({ pattern: '^mdi-[a-z0-9-]+$', description: 'A Material Design Icons name.', examples: ['mdi-note'] }),
  ),
  group: Type.Optional(
    Type.Union([oneOf('overview', 'playback', 'library', 'queue', 'calendar', 'integrations', 'ops', 'other')], {
      description: 'The group of its tile on dashboards; default: other.',
    }),
  ),
  for: Type.Optional(Type.Union([oneOf('wall', 'admin')], { description: 'Who its tile is for; default: wall.' })),
  get: Type.Optional(
    Type.String({
      pattern: '^/',
      description: 'The path to request, relative to url; it begins with /.',
      examples: ['/v1/summary'],
    }),
  ),
  body: Type.Optional(Type.Unknown({ description: 'Sent as JSON: the request becomes a POST.' })),
  every: Type.Optional(
    Type.String({ format: 'every', description: 'How often it is requested; default: as the integration.' }),
  ),
  fields: Type.Record(Type.String(), Figure, { description: 'The numbers: a name, then where its value comes from.' }),
  list: Type.Optional(List),
  homepage: Type.Optional(Type.Boolean({ description: 'true: the numbers are also on /api/widgets/homepage.' })),
});

export const Config = Type.Object({
  headers: Type.Optional(
    Type.Record(Type.String(), Secret('The value of a header.'), {
      description: 'Sent with each request.',
      examples: [{ Authorization: 'Bearer …' }],
    }),
  ),
  query: Type.Optional(
    Type.Record(Type.String(), Secret('The value of a parameter.'), {
      description: 'Query parameters added to each request.',
      examples: [{ api_token: '…' }],
    }),
  ),
  username: Type.Optional(
    Type.String({ description: 'User name for an API with Basic authentication.', examples: ['anna'] }),
  ),
  password: Type.Optional(Secret('The password for it.')),
  check: Type.Optional(
    Type.String({
      pattern: '^/',
      description: 'The path to request for testing the connection; default: that of the first widget.',
      examples: ['/v1/health'],
    }),
  ),
  every: Type.String({ format: 'every', description: 'How often the API is requested.', default: '5m' }),
  widgets: Type.Record(Type.String(), WidgetEntry, {
    description: 'The widgets: the name is the end of the route, /api/widgets/<name>.',
    examples: [{ notes: { title: 'Notes', get: '/v1/summary', fields: { total: { value: 'stats.total' } } } }],
    minProperties: 1,
  }),
});

export type Config = Static<typeof Config>;
export type WidgetEntry = Static<typeof WidgetEntry>;
export type List = Static<typeof List>;
export type Figure = Static<typeof Figure>;
export type Column = Static<typeof Column>;
export type Format = NonNullable<Figure['format']>;
