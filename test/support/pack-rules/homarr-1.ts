/** What Homarr 1 takes on import, and what its form and its display can do with it. */
import { type Static, Type } from '@sidelight/plugin-api';
import { type Faults, shapeFaults, strict, textOf } from './rule.js';

const COLOURS = [
  'blue',
  'teal',
  'green',
  'red',
  'orange',
  'yellow',
  'violet',
  'pink',
  'cyan',
  'grape',
  'indigo',
  'lime',
];
const path = Type.String({ pattern: '^\\$\\.[A-Za-z_]\\w*$' });

const statGrid = strict({
  type: Type.Literal('statGrid'),
  columns: Type.Integer({ minimum: 1, maximum: 4 }),
  cardStyle: Type.Optional(Type.Enum(['filled', 'outline', 'subtle'])),
  items: Type.Array(
    strict({ label: textOf(1), jsonPath: path, unit: Type.String(), color: Type.Optional(Type.Enum(COLOURS)) }),
    { minItems: 1 },
  ),
});
const table = strict({
  type: Type.Literal('table'),
  tablePath: path,
  columns: Type.Array(strict({ header: textOf(1), jsonPath: path }), { minItems: 1 }),
  striped: Type.Optional(Type.Boolean()),
  compact: Type.Optional(Type.Boolean()),
});
const display = { statGrid, table };

/** It drops other fields without a word, so one is a mistake. Of its ten displays, the two that packs use. */
const definition = strict({
  $schema: Type.Literal('homarr-custom-widget-v2'),
  name: textOf(1, 128),
  description: textOf(1, 512),
  iconUrl: Type.Optional(Type.String({ pattern: '^https?://' })),
  url: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  authType: Type.Literal('apiKeyHeader'),
  headerName: Type.Literal('x-api-token'),
  method: Type.Literal('GET'),
  requestBody: Type.Optional(Type.String()),
  displayType: Type.Enum(['statGrid', 'table']),
  displayConfig: Type.Unknown(),
});

export type StatGrid = Static<typeof statGrid>;
export type Table = Static<typeof table>;
export interface Homarr1 {
  readonly url: string;
  readonly displayConfig: StatGrid | Table;
}

export function homarr1Faults(file: unknown): Faults {
  const wrong = shapeFaults(definition, file);
  if (wrong.length > 0) return wrong;
  const { displayType, displayConfig } = file as {
    displayType: keyof typeof display;
    displayConfig: { type?: string };
  };
  if (displayConfig.type !== displayType) return [`/displayType: ${displayType}, but displayConfig is another`];
  return shapeFaults(display[displayType], displayConfig);
}
