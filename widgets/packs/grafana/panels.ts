/** Panels that ask Sidelight by the data source Infinity. Pure. */
import type { Format, PackWidget } from '@sidelight/plugin-api';
import { rowsOf } from '../shared/rows.js';
import { type Stat, statsOf } from '../shared/stats.js';
import { type Column, tableColumns } from './table-columns.js';

export const INFINITY = 'yesoreyeram-infinity-datasource';
const DATASOURCE = { type: INFINITY, uid: '${DS_SIDELIGHT}' };

export interface Panel {
  readonly type: 'stat' | 'table';
  readonly title: string;
  readonly [field: string]: unknown;
}

interface Titled {
  readonly widget: PackWidget;
  readonly title: string;
  readonly baseUrl: string;
}

/** Grafana's names of units; a plain number is grouped as the reader is used to. */
const UNITS: Readonly<Partial<Record<Format, string>>> = {
  bytes: 'decbytes',
  bitrate: 'bps',
  percent: 'percent',
  duration: 's',
  date: 'dateTimeFromNow',
};

/** The numbers of a tile, each under its label; none where it has none. */
export function statPanel({ widget, title, baseUrl }: Titled): readonly Panel[] {
  const stats = statsOf(widget);
  if (stats.length === 0) return [];
  const overrides = stats.flatMap(({ label, format }) => {
    const unit = UNITS[format];
    const matcher = { id: 'byName', options: label };
    return unit === undefined ? [] : [{ matcher, properties: [{ id: 'unit', value: unit }] }];
  });
  return [
    {
      type: 'stat',
      title,
      description: widget.summary,
      datasource: DATASOURCE,
      fieldConfig: { defaults: { unit: 'locale', color: { mode: 'fixed', fixedColor: 'text' } }, overrides },
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

const columnOf = ({ field, label, format, type }: Stat): Column => ({
  selector: field,
  text: label,
  type: type !== 'string' ? 'number' : format === 'date' ? 'timestamp' : 'string',
});

/** @param root the field that holds the rows; '': the payload itself is one */
const target = (url: string, root: string, columns: readonly Column[]): object => ({
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
