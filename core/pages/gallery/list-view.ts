/** What to draw of the list of a tile. Pure. Whatever a row holds that its role cannot be is left out. */
import { AGE, type TileList, TONES, type Tone } from '@sidelight/plugin-api';
import { isRecord } from '../../ground/path.js';
import { asText, plain } from '../../widgets/formats.js';
import { type Clockwork, comingMoment, type Moment, pastMoment } from '../moment.js';
import { own } from './own.js';

export interface ListView {
  readonly rows: readonly RowView[];
  /** "8 of 20" where not all are shown, else ''. */
  readonly part: string;
}

export interface RowView {
  readonly name: string;
  /** '' where a time says the same. */
  readonly label: string;
  readonly details: readonly string[];
  /** 0 to 100. */
  readonly progress: number | null;
  readonly tone: Tone | null;
  readonly at: Moment | null;
  readonly href: string | null;
  readonly image: string | null;
}

export const MAX_ROWS = 8;

export function listView(items: unknown, list: TileList, clock: Clockwork, most = MAX_ROWS): ListView {
  const rows = (Array.isArray(items) ? items : []).filter(isRecord);
  return {
    rows: rows.slice(0, most).map((row) => rowView(row, list, clock)),
    part: rows.length > most ? `${most} of ${rows.length}` : '',
  };
}

type Row = Readonly<Record<string, unknown>>;

function rowView(
  row: Row,
  { name, details = [], progress, tone, at, href, image }: TileList,
  clock: Clockwork,
): RowView {
  const of = (field: string | undefined): unknown => (field === undefined ? undefined : own(row, field));
  const moment = momentOf(of(at), clock);
  const label = asText(of('label')) ?? '';
  return {
    name: plain(of(name)),
    label: moment !== null && IS_AGE.test(label) ? '' : label,
    details: details.map((field) => detailOf(of(field))).filter((text) => text !== ''),
    progress: percentage(of(progress)),
    tone: TONES.find((known) => known === of(tone)) ?? null,
    at: moment,
    href: matching(of(href), /^https?:\/\//i),
    // The pages of Sidelight load pictures from Sidelight alone.
    image: matching(of(image), /^\/(?![/\\])/),
  };
}

const IS_AGE = new RegExp(AGE);

function momentOf(value: unknown, clock: Clockwork): Moment | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const iso = new Date(time).toISOString();
  return time - clock.now.getTime() >= 60_000 ? comingMoment(iso, clock) : pastMoment(iso, clock);
}

const percentage = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : null;

const matching = (value: unknown, pattern: RegExp): string | null =>
  typeof value === 'string' && pattern.test(value) ? value : null;

/** A number as it is: it may be a year. */
const detailOf = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : (asText(value) ?? '');
