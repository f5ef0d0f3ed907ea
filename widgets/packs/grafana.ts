/** grafana-infinity.json: a dashboard of the tiles and their charts, for the data source Infinity. */
import { definePack, type PackInput } from '@sidelight/plugin-api';
import { chartPanel, daysVariable } from './grafana/charts.js';
import { INFINITY, type Panel, statPanel, tablePanel } from './grafana/panels.js';
import { grouped, titlesOf } from './shared/groups.js';

export const pack = definePack({
  id: 'grafana',
  title: 'Grafana',
  summary: 'Import the dashboard, and choose an Infinity data source that has a key.',
  files: (input) => [{ path: 'grafana-infinity.json', json: dashboard(input) }],
});

/** What takes its place is chosen at the import, where `${DS_SIDELIGHT}` stands. */
const INPUT = {
  name: 'DS_SIDELIGHT',
  label: 'Sidelight',
  description: 'An Infinity data source that sends the header x-api-token',
  type: 'datasource',
  pluginId: INFINITY,
  pluginName: 'Infinity',
};

const REQUIRES = [
  { type: 'grafana', id: 'grafana', name: 'Grafana', version: '11.6.0' },
  { type: 'datasource', id: INFINITY, name: 'Infinity', version: '3.0.0' },
  { type: 'panel', id: 'stat', name: 'Stat', version: '' },
  { type: 'panel', id: 'table', name: 'Table', version: '' },
  { type: 'panel', id: 'timeseries', name: 'Time series', version: '' },
];

const description = (baseUrl: string): string =>
  'Its Infinity data source signs in by API key: key x-api-token, value a Sidelight key of scope widgets-only made at ' +
  `${baseUrl}/settings/api-key, add to header; and ${new URL(baseUrl).origin} is one of its allowed hosts. ` +
  'The key stays in the data source, and is never a part of this dashboard.';

const dashboard = (input: PackInput): object => ({
  __inputs: [INPUT],
  __elements: {},
  __requires: REQUIRES,
  annotations: { list: [] },
  description: description(input.baseUrl),
  editable: true,
  id: null,
  links: [],
  panels: panelsOf(input).map((panel, index) => ({ id: index + 1, ...panel })),
  refresh: '1m',
  schemaVersion: 39,
  tags: ['sidelight'],
  templating: { list: daysVariable(input.widgets) },
  time: { from: 'now-30d', to: 'now' },
  // A day is told as such, which is midnight there: elsewhere it would be the one before.
  timezone: 'utc',
  title: 'Sidelight',
  uid: 'sidelight',
});

/** The width is of 24. Rows with all that they say of themselves take half a board. */
const STAT = { w: 8, h: 4 };
const TABLE = { w: 12, h: 8 };
const CHART = { w: 12, h: 8 };

/** For each group a heading, its numbers, and its charts and lists below them. */
function panelsOf({ widgets, baseUrl }: PackInput): readonly object[] {
  const board: object[] = [];
  let y = 0;
  function line(panels: readonly Panel[], { w, h }: { readonly w: number; readonly h: number }): void {
    const perLine = 24 / w;
    const place = (index: number) => ({ x: (index % perLine) * w, y: y + Math.floor(index / perLine) * h });
    board.push(...panels.map((panel, index) => ({ ...panel, gridPos: { h, w, ...place(index) } })));
    y += Math.ceil(panels.length / perLine) * h;
  }
  for (const [group, members] of grouped(widgets)) {
    const titles = titlesOf(members);
    const titled = members.map((widget) => ({ widget, title: titles.get(widget) ?? widget.id, baseUrl }));
    board.push({ type: 'row', title: group, collapsed: false, panels: [], gridPos: { h: 1, w: 24, x: 0, y } });
    y += 1;
    line(titled.flatMap(statPanel), STAT);
    line(titled.flatMap(chartPanel), CHART);
    line(titled.flatMap(tablePanel), TABLE);
  }
  return board;
}
