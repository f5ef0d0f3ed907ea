/** The chart of a tile as a panel over time, for as many days as the dashboard is set to. Pure. */
import type { ChartKind, Format, PackWidget } from '@sidelight/plugin-api';
import { isPlainName } from '../shared/stats.js';
import { DATASOURCE, type Panel, type Titled, target } from './panels.js';

/** The parameter that charts take, and the variable of the dashboard that is put in. */
const DAYS = 'days';
/** As many as it begins with. */
const FIRST = '30';

const UNITS: Readonly<Record<Format, string>> = {
  ...{ number: 'locale', bytes: 'decbytes', bitrate: 'bps', percent: 'percent', duration: 's' },
  ...{ date: 'dateTimeFromNow', text: 'string', flag: 'bool' },
};

const bars = { drawStyle: 'bars', fillOpacity: 80, lineWidth: 0, barWidthFactor: 0.8 };
const stacked = { stacking: { mode: 'normal', group: 'A' } };
const LOOKS: Readonly<Record<ChartKind, object>> = {
  bars: { ...bars, ...stacked },
  uptime: bars,
  lines: { drawStyle: 'line', lineWidth: 2, fillOpacity: 0, spanNulls: false },
  area: { drawStyle: 'line', lineWidth: 1, fillOpacity: 40, spanNulls: false, ...stacked },
};

/** A day, or a moment, by the words for one; another name stands below its bar. */
const isTime = (field: string): boolean => /^(at|date|day|time)$|At$/.test(field);

/** None where the tile has no chart, or one that cannot be named. */
export function chartPanel({ widget, title, baseUrl }: Titled): readonly Panel[] {
  const { chart } = widget.tile;
  if (chart === undefined || ![chart.items, chart.x, ...chart.series.map(({ field }) => field)].every(isPlainName))
    return [];
  const { kind, items, x, series } = chart;
  const isOverTime = isTime(x);
  const isChosen = daysOf(widget).length > 0;
  const columns = [
    {
      selector: x,
      text: isOverTime ? 'Time' : 'Name',
      type: isOverTime ? ('timestamp' as const) : ('string' as const),
    },
    ...series.map(({ field, label }) => ({ selector: field, text: label, type: 'number' as const })),
  ];
  const unit = UNITS[series[0]?.format ?? 'number'];
  return [
    {
      type: isOverTime ? 'timeseries' : 'barchart',
      title: `${title} by ${x}`,
      description: widget.summary,
      datasource: DATASOURCE,
      ...(isChosen && isOverTime ? { timeFrom: `\${${DAYS}}d` } : {}),
      fieldConfig: {
        defaults: {
          ...(isOverTime ? { custom: LOOKS[kind] } : {}),
          unit,
          min: 0,
          ...(unit === 'percent' ? { max: 100 } : {}),
        },
        overrides: [],
      },
      options: {
        legend: { displayMode: 'list', placement: 'bottom', showLegend: series.length > 1 },
        tooltip: { mode: 'multi', sort: 'none' },
      },
      targets: [target(`${baseUrl}${widget.path}${isChosen ? `?${DAYS}=\${${DAYS}}` : ''}`, items, columns)],
    },
  ];
}

/** The variable of the dashboard: what every chart takes. None where there is nothing to choose. */
export function daysVariable(widgets: readonly PackWidget[]): readonly object[] {
  const all = widgets.filter(({ tile }) => tile.chart !== undefined).map(daysOf);
  const choices = all.filter((days) => days.length > 0);
  const [first = []] = choices;
  const shared = first.filter((days) => choices.every((some) => some.includes(days)));
  if (shared.length === 0) return [];
  const value = shared.includes(FIRST) ? FIRST : (shared[0] ?? FIRST);
  return [
    {
      ...{ type: 'custom', name: DAYS, label: 'Days', query: shared.join(',') },
      ...{ current: { text: value, value }, hide: 0, includeAll: false, multi: false },
      options: shared.map((days) => ({ text: days, value: days, selected: days === value })),
    },
  ];
}

function daysOf({ query }: PackWidget): readonly string[] {
  const { enum: values = [] } = (query?.properties[DAYS] ?? {}) as { readonly enum?: readonly unknown[] };
  return values.filter((days) => typeof days === 'string');
}
