/** What to draw of the chart of a tile: the table that it is, which a script makes a picture of. Pure. The payload is not believed. */
import { FORMATS, type Format, type TileChart } from '@sidelight/plugin-api';
import { isRecord } from '../../ground/path.js';
import { asText, formatted, NOTHING } from '../../widgets/formats.js';
import { own } from './own.js';

export interface ChartView {
  readonly kind: TileChart['kind'];
  readonly series: readonly string[];
  readonly points: readonly PointView[];
}

interface PointView {
  /** "Fri 20 Nov". */
  readonly name: string;
  readonly values: readonly {
    /** null: not known. */
    readonly number: number | null;
    readonly text: string;
  }[];
}

/** More steps than a tile has pixels for are not drawn: the latest are. */
const MOST_POINTS = 400;

/** null: there is nothing to draw. */
export function chartView(items: unknown, { kind, x, series }: TileChart, now: Date): ChartView | null {
  const rows = (Array.isArray(items) ? items : []).filter(isRecord).slice(-MOST_POINTS);
  if (rows.length === 0) return null;
  // A household without live television needs no colour for it.
  const told = series.filter(({ field }) => rows.some((row) => Boolean(own(row, field))));
  const shown = told.length === 0 ? series.slice(0, 1) : told;
  return {
    kind,
    series: shown.map(({ label }) => asText(label) ?? ''),
    points: rows.map((row) => ({
      name: nameOf(row, x),
      values: shown.map(({ field, format }) => cellOf(own(row, field), format, now)),
    })),
  };
}

/** The label of a row says it as people do. Of an uptime it is a sentence, which begins with that. */
const nameOf = (row: Readonly<Record<string, unknown>>, x: string): string =>
  (asText(own(row, 'label')) || (asText(own(row, x)) ?? '')).replace(/: .*$/, '');

function cellOf(value: unknown, format: Format, now: Date): PointView['values'][number] {
  const number = typeof value === 'number' && Number.isFinite(value) ? value : null;
  const known = FORMATS.includes(format) ? format : 'number';
  return { number, text: number === null ? NOTHING : formatted(number, known, now) };
}
