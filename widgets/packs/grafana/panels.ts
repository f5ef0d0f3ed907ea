/** Panels that ask Sidelight by the data source Infinity. Pure. */
import { type PackWidget, UNKNOWN } from '@sidelight/plugin-api';
import { rowsOf } from '../shared/rows.js';
import { type Stat, statsOf } from '../shared/stats.js';
import { type Column, tableColumns } from './table-columns.js';

export const INFINITY = 'yesoreyeram-infinity-datasource';
export const DATASOURCE = { type: INFINITY, uid: '${DS_SIDELIGHT}' };

export interface Panel {
  readonly type: 'stat' | 'table' | 'timeseries' | 'barchart';
  readonly title: string;
  readonly [field: string]: unknown;
}

export interface Titled {
  readonly widget: PackWidget;
  readonly title: string;
  readonly baseUrl: string;
}

/** The numbers of a tile, each under its label; none where it has none. */
export function statPanel({ widget, title, baseUrl }: Titled): readonly Panel[] {
  const stats = statsOf(widget);
  if (stats.length === 0) return [];
  const overrides = stats
    .filter(({ isMoment }) => isMoment)
    .map(({ label }) => ({
      matcher: { id: 'byName', options: label },
      properties: [{ id: 'unit', value: 'dateTimeFromNow' }],
    }));
  return [
    {
      type: 'stat',
      title,
      description: widget.summary,
      datasource: DATASOURCE,
      fieldConfig: {
        defaults: { color: { mode: 'fixed', fixedColor: 'text' }, noValue: UNKNOWN },
        overrides,
      },
      options: {
        reduceOptions: { values: false, calcs: ['lastNotNull'], fields: '/.*/' },
        textMode: 'value_and_name',
        colorMode: 'none',
        graphMode: 'none',
      },
      targets: [target(`${baseUrl}${widget.path}`, '', stats.map(columnOf))],
    },
  ];
}

/** The list of a tile; none where it has none. */
export function tablePanel({ widget, title, baseUrl }: Titled): readonly Panel[] {
  const rows = rowsOf(widget);
  if (rows === null) return [];
  const { columns, overrides } = tableColumns(rows);
  return [
    {
      type: 'table',
      title,
      description: widget.summary,
      datasource: DATASOURCE,
      fieldConfig: { defaults: {}, overrides },
      options: { showHeader: false },
      targets: [target(`${baseUrl}${widget.path}`, rows.items, columns)],
    },
  ];
}

const columnOf = ({ field, label, isMoment }: Stat): Column => ({
  selector: field,
  text: label,
  type: isMoment ? 'timestamp' : 'string',
});

/** @param root the field that holds the rows; '': the payload itself is one */
export const target = (url: string, root: string, columns: readonly Column[]): object => ({
  refId: 'A',
  datasource: DATASOURCE,
  type: 'json',
  source: 'url',
  format: 'table',
  parser: 'backend',
  url,
  url_options: { method: 'GET', data: '' },
  root_selector: root,
  columns,
  filters: [],
});
