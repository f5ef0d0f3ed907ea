/** The chart of a tile, by the components that both generations of Homarr have. Pure. */
import type { ChartKind, PackWidget } from '@sidelight/plugin-api';
import { isPlainName } from '../shared/stats.js';
import { literal } from './literal.js';

const COLOURS = ['blue.6', 'teal.6', 'orange.6', 'violet.6', 'pink.6', 'gray.6'];

export interface Chart {
  readonly k: ChartKind;
  /** The field of the payload that holds the points. */
  readonly l: string;
  readonly x: string;
  readonly s: readonly { readonly name: string; readonly label: string; readonly color: string }[];
}

/** null: it has none that can be named. */
export function chartOf({ tile }: PackWidget): Chart | null {
  if (tile.chart === undefined) return null;
  const { kind, items, x, series } = tile.chart;
  if (![items, x, ...series.map(({ field }) => field)].every(isPlainName)) return null;
  return {
    ...{ k: kind, l: items, x },
    s: series.map(({ field, label }, index) => ({ name: field, label, color: COLOURS[index % COLOURS.length] ?? '' })),
  };
}

/** Of a chart that is an expression. @param body one for the payload */
export function anyChartView(body: string, chart: string): string {
  const points = `(${body}?.[${chart}.l] || [])`;
  const props = propsOf(points, `${chart}.x`, `${chart}.s`, `${chart}.s.length > 1`);
  return `${points}.length === 0 ? null : ${chart}.k === "lines" ? ${LOOKS.lines(props)} : ${chart}.k === "area" ? ${LOOKS.area(props)} : ${LOOKS.bars(props)}`;
}

/** Of one that is known. */
export function chartView(body: string, { k, l, x, s }: Chart): string {
  const points = `${body}.${l}`;
  return `${points}.length === 0 ? null : ${LOOKS[k](propsOf(points, literal(x), literal(s), String(s.length > 1)))}`;
}

const propsOf = (points: string, x: string, series: string, withLegend: string): string =>
  `h={150} data={${points}} dataKey={${x}} series={${series}} withLegend={${withLegend}} gridAxis="none" withYAxis={false}`;

const bars = (props: string): string => `<BarChart ${props} type="stacked" />`;
const LOOKS: Readonly<Record<ChartKind, (props: string) => string>> = {
  bars,
  uptime: bars,
  lines: (props) => `<LineChart ${props} curveType="monotone" />`,
  area: (props) => `<AreaChart ${props} type="stacked" />`,
};
