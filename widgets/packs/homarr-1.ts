/** Custom widgets of Homarr 1: one file each, numbers as a grid, rows as a table. */
import { definePack, type PackWidget, words } from '@sidelight/plugin-api';
import { type Rows, rowsOf } from './shared/rows.js';
import { type Stat, statsOf } from './shared/stats.js';
import { widgetName } from './shared/words.js';

/** Those that its form knows. */
const COLOURS = ['blue', 'teal', 'violet', 'orange', 'green', 'cyan', 'grape', 'indigo'] as const;
export const pack = definePack({
  id: 'homarr-1',
  title: 'Homarr 1',
  summary: 'Import each file under Management, Custom Widgets, then edit the widget and enter a key.',
  files: ({ widgets, baseUrl }) =>
    widgets.flatMap((widget) => {
      const displayConfig = displayOf(widget);
      return displayConfig === null
        ? []
        : [{ path: `homarr-1/${widget.id}.json`, json: { ...definition(widget, baseUrl), displayConfig } }];
    }),
});

/** `displayConfig` belongs beside it, of the same type. */
const definition = (widget: PackWidget, baseUrl: string): object => ({
  $schema: 'homarr-custom-widget-v2',
  name: widgetName(widget.tile.title),
  description: `${widget.summary}. Edit it after the import and enter a key of scope widgets-only.`.slice(0, 512),
  url: `${baseUrl}${widget.path}`,
  authType: 'apiKeyHeader',
  headerName: 'x-api-token',
  method: 'GET',
  displayType: rowsOf(widget) === null ? 'statGrid' : 'table',
});

/** null: there is nothing to show. */
function displayOf(widget: PackWidget): object | null {
  const rows = rowsOf(widget);
  if (rows !== null) return table(rows);
  const stats = statsOf(widget);
  return stats.length === 0 ? null : statGrid(stats);
}

const statGrid = (stats: readonly Stat[]): object => ({
  type: 'statGrid',
  columns: stats.length > 4 ? 3 : stats.length,
  items: stats.map(({ field, label }, index) => ({
    label,
    jsonPath: `$.${field}`,
    unit: '',
    color: COLOURS[index % COLOURS.length],
  })),
});

/** It draws the fields of a row as they are, and nothing but text. */
function table({ items, name, label, details }: Rows): object {
  const fields = [name, ...details.map((field) => field.name), ...(label === name ? [] : [label])];
  const columns = fields.map((field) => ({ header: field === label ? 'Info' : words(field), jsonPath: `$.${field}` }));
  return { type: 'table', tablePath: `$.${items}`, columns, compact: true };
}
