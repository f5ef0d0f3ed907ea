/** What Grafana takes on import, and what its data source Infinity makes of the queries. */
import { type Static, type TObject, type TSchema, Type } from '@sidelight/plugin-api';
import { fieldType, presentType } from './field-type.js';
import { type Faults, repeated, shapeFaults, strict, textOf } from './rule.js';

const INFINITY = 'yesoreyeram-infinity-datasource';
const UNITS = ['locale', 'decbytes', 'bps', 'percent', 's', 'dateTimeFromNow'];
const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['string'],
  number: ['integer', 'number'],
  timestamp: ['string'],
};

const datasource = strict({ type: Type.Literal(INFINITY), uid: Type.Literal('${DS_SIDELIGHT}') });
const column = strict({ selector: textOf(1), text: textOf(1), type: Type.Enum(Object.keys(TYPES)) });
const target = strict({
  refId: Type.Literal('A'),
  datasource,
  type: Type.Literal('json'),
  source: Type.Literal('url'),
  format: Type.Literal('table'),
  // Alerts and shared dashboards work with this one alone.
  parser: Type.Literal('backend'),
  url: Type.String({ pattern: '^https?://[^\\s{}$]+(\\?days=\\$\\{days\\})?$' }),
  url_options: strict({ method: Type.Literal('GET'), data: Type.Literal('') }),
  root_selector: Type.String(),
  columns: Type.Array(column, { minItems: 1 }),
  filters: Type.Array(Type.Unknown(), { maxItems: 0 }),
});
const property = <V extends TSchema>(id: string, value: V) => strict({ id: Type.Literal(id), value });
const COLOURS = ['green', 'yellow', 'red', 'gray'];
const cell = Type.Union([
  strict({
    type: Type.Literal('gauge'),
    mode: Type.Enum(['basic', 'gradient', 'lcd']),
    valueDisplayMode: Type.Enum(['color', 'text', 'hidden']),
  }),
  strict({ type: Type.Enum(['color-text', 'image']) }),
]);
const shown = strict({ text: textOf(1), color: Type.Enum(COLOURS), index: Type.Integer({ minimum: 0 }) });
const mapping = strict({ type: Type.Literal('value'), options: Type.Record(Type.String(), shown) });
const link = strict({
  title: textOf(1),
  url: Type.String({ pattern: '^\\$\\{__data\\.fields\\.\\w+\\}$' }),
  targetBlank: Type.Boolean(),
});
const override = strict({
  matcher: strict({ id: Type.Literal('byName'), options: textOf(1) }),
  properties: Type.Array(
    Type.Union([
      property('unit', Type.Enum(UNITS)),
      property('min', Type.Number()),
      property('max', Type.Number()),
      property('mappings', Type.Array(mapping, { minItems: 1 })),
      property('links', Type.Array(link, { minItems: 1 })),
      property('custom.cellOptions', cell),
      property('custom.width', Type.Integer({ minimum: 1 })),
      property('custom.hidden', Type.Literal(true)),
    ]),
    { minItems: 1 },
  ),
});
const gridPos = strict({
  h: Type.Integer({ minimum: 1 }),
  w: Type.Integer({ minimum: 1, maximum: 24 }),
  x: Type.Integer({ minimum: 0, maximum: 23 }),
  y: Type.Integer({ minimum: 0 }),
});
const id = Type.Integer({ minimum: 1 });
const row = strict({
  id,
  type: Type.Literal('row'),
  title: textOf(1),
  collapsed: Type.Literal(false),
  panels: Type.Array(Type.Unknown(), { maxItems: 0 }),
  gridPos,
});
const panel = strict({
  id,
  type: Type.Enum(['stat', 'table', 'timeseries', 'barchart']),
  timeFrom: Type.Optional(Type.Literal('${days}d')),
  title: textOf(1),
  description: textOf(1),
  datasource,
  fieldConfig: strict({ defaults: Type.Object({}), overrides: Type.Array(override) }),
  options: Type.Object({}),
  gridPos,
  targets: Type.Array(target, { minItems: 1, maxItems: 1 }),
});
const choice = { text: textOf(1), value: textOf(1) };
const variable = strict({
  ...{ type: Type.Literal('custom'), name: Type.Literal('days'), label: textOf(1), query: textOf(1) },
  ...{ current: strict(choice), hide: Type.Literal(0), includeAll: Type.Literal(false), multi: Type.Literal(false) },
  options: Type.Array(strict({ ...choice, selected: Type.Boolean() }), { minItems: 1 }),
});
const dashboard = strict({
  __inputs: Type.Array(
    strict({
      name: Type.Literal('DS_SIDELIGHT'),
      label: textOf(1),
      description: Type.String(),
      type: Type.Literal('datasource'),
      pluginId: Type.Literal(INFINITY),
      pluginName: textOf(1),
    }),
    { minItems: 1, maxItems: 1 },
  ),
  __elements: Type.Object({}),
  __requires: Type.Array(strict({ type: textOf(1), id: textOf(1), name: textOf(1), version: Type.String() })),
  annotations: Type.Object({}),
  description: textOf(1),
  editable: Type.Boolean(),
  // Else it takes the place of the dashboard that has the number.
  id: Type.Null(),
  links: Type.Array(Type.Unknown()),
  panels: Type.Array(Type.Unknown(), { minItems: 1 }),
  refresh: Type.String({ pattern: '^\\d+[smh]$' }),
  schemaVersion: Type.Integer({ minimum: 36 }),
  tags: Type.Array(Type.String()),
  templating: strict({ list: Type.Array(variable) }),
  time: strict({ from: textOf(1), to: textOf(1) }),
  timezone: Type.String(),
  title: textOf(1),
  uid: Type.String({ pattern: '^[\\w-]{1,40}$' }),
});

export type GrafanaPanel = Static<typeof panel>;
export type GrafanaRow = Static<typeof row>;
export type GrafanaDashboard = Omit<Static<typeof dashboard>, 'panels'> & {
  readonly panels: readonly (GrafanaPanel | GrafanaRow)[];
};

/** @param responseOf what the address of a query answers */
export function grafanaFaults(file: unknown, responseOf: (url: string) => TObject): Faults {
  const wrong = shapeFaults(dashboard, file);
  if (wrong.length > 0) return wrong;
  const { panels } = file as GrafanaDashboard;
  const hasDays = (file as GrafanaDashboard).templating.list.length > 0;
  const misshapen = panels.flatMap((one) => shapeFaults(one.type === 'row' ? row : panel, one));
  if (misshapen.length > 0) return misshapen;
  return [
    ...repeated(panels.map((one) => String(one.id))).map((number) => `two panels have the id ${number}`),
    ...panels.flatMap((one, index) => [
      ...(one.gridPos.x + one.gridPos.w > 24 ? [`${one.title} is wider than the board`] : []),
      ...panels
        .slice(0, index)
        .flatMap((other) => (overlap(one, other) ? [`${one.title} is over ${other.title}`] : [])),
      ...(JSON.stringify(one).includes('${days}') && !hasDays ? [`${one.title} has no variable days`] : []),
      ...(one.type === 'row' ? [] : panelFaults(one as GrafanaPanel, responseOf)),
    ]),
  ];
}

type Placed = GrafanaPanel | GrafanaRow;
const overlap = ({ gridPos: a }: Placed, { gridPos: b }: Placed): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

function panelFaults(
  { title, type, fieldConfig, targets }: GrafanaPanel,
  responseOf: (url: string) => TObject,
): Faults {
  return targets.flatMap(({ url, root_selector: root, columns }) => {
    const names = columns.map(({ text }) => text);
    const row = rowAt(responseOf(url.replace(/\?.*/, '')), root);
    const isDrawn = type !== 'timeseries' || (columns[0]?.type === 'timestamp' && columns[1]?.type === 'number');
    return [
      ...(isDrawn ? [] : [`${title} has no time, or no number`]),
      ...repeated(names).map((name) => `${title} has two columns ${name}`),
      ...fieldConfig.overrides
        .filter(({ matcher }) => !names.includes(matcher.options))
        .map(({ matcher }) => `${title} draws ${matcher.options}, which is no column`),
      ...fieldConfig.overrides.flatMap((one) => overrideFaults(one, names).map((fault) => `${title} ${fault}`)),
      ...columns.flatMap(({ selector, type }) => {
        // A cell of null stays empty; a number of its own would be none.
        const actual = row === null ? 'missing' : (root === '' ? fieldType : presentType)(row, selector);
        return TYPES[type]?.includes(actual) === true
          ? []
          : [`${title} reads ${selector}, which is ${actual}, as ${type}`];
      }),
    ];
  });
}

function overrideFaults({ matcher, properties }: Static<typeof override>, columns: readonly string[]): Faults {
  const ids = properties.map(({ id }) => id);
  const isBar = properties.some(({ value }) => JSON.stringify(value).includes('"gauge"'));
  const linked = properties.flatMap(
    ({ value }) => /\$\{__data\.fields\.(\w+)\}/.exec(JSON.stringify(value))?.[1] ?? [],
  );
  return [
    ...(isBar && !(ids.includes('min') && ids.includes('max'))
      ? [`draws ${matcher.options} as a bar without ends`]
      : []),
    ...linked.filter((name) => !columns.includes(name)).map((name) => `links to ${name}, which is no column`),
  ];
}

/** What a row is: the answer itself, or an element of its list. null: there is none. */
function rowAt(response: TObject, root: string): TObject | null {
  if (root === '') return response;
  const { items } = (response.properties[root] ?? {}) as { readonly items?: TObject };
  return items ?? null;
}
