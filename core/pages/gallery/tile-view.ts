/** What to draw of a widget: its tile and its payload as texts. Pure. Plugins need no types, so the payload is not believed. */
import { ago, type Format, type Tile, type TileGroup, type TObject, twinOf } from '@sidelight/plugin-api';
import { isRecord } from '../../ground/path.js';
import { asText, formatted, NOTHING, plain } from '../../widgets/formats.js';
import type { Clockwork } from '../moment.js';
import { type ChartView, chartView } from './chart-view.js';
import { type ListView, listView, MAX_ROWS } from './list-view.js';
import { own } from './own.js';
import { type Note, sourceNote } from './source-note.js';

/** A widget that has a tile. */
export interface TiledWidget {
  readonly id: string;
  readonly freshness: 'cached' | 'live';
  /** As every dashboard can take it. */
  readonly tile: Tile<TObject>;
}

/** The payload as it was parsed, or why there is none: a sentence. */
export type Answer = { readonly payload: unknown } | { readonly failure: string };

interface StatView {
  readonly label: string;
  readonly text: string;
  /** "+12 this week"; null: it is not known, or nobody tells. */
  readonly change: string | null;
}

export interface TileView {
  readonly id: string;
  readonly title: string;
  readonly group: TileGroup;
  /** A name: `mdi-download`. */
  readonly icon: string;
  readonly stats: readonly StatView[];
  readonly chart: ChartView | null;
  readonly list: ListView | null;
  readonly note: Note | null;
  readonly freshness: 'cached' | 'live';
  /** '' where it is not known. */
  readonly updated: string;
}

/** @param rows of its list at most */
export function tileView(
  { id, freshness, tile }: TiledWidget,
  answer: Answer,
  clock: Clockwork,
  rows = MAX_ROWS,
): TileView {
  const payload = 'payload' in answer && isRecord(answer.payload) ? answer.payload : null;
  const { title, icon, group, stats, list, chart } = tile;
  return {
    id,
    title,
    group,
    icon,
    stats: stats.map(({ field, label, format, change }) => ({
      label,
      text: payload === null ? NOTHING : statText(payload, field, format, clock.now),
      change: change === undefined || payload === null ? null : (asText(own(payload, change)) ?? null),
    })),
    chart: chart === undefined || payload === null ? null : chartView(own(payload, chart.items), chart, clock.now),
    list: list === undefined || payload === null ? null : listView(own(payload, list.items), list, clock, rows),
    note: payload === null ? failureNote(answer) : sourceNote(payload),
    freshness,
    updated: updatedText(payload?.['updatedAt'], clock.now),
  };
}

/** The text beside it says whether it is known. A moment is told anew, since time goes by. */
function statText(payload: Readonly<Record<string, unknown>>, field: string, format: Format, now: Date): string {
  const text = own(payload, twinOf(field));
  const isTold = typeof text === 'string' && (format !== 'date' || text === NOTHING);
  return isTold ? plain(text) : formatted(own(payload, field), format, now);
}

const failureNote = (answer: Answer): Note => ({
  tone: 'bad',
  text: 'failure' in answer ? answer.failure : 'This response is not an object',
});

function updatedText(value: unknown, now: Date): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return '';
  return ago(value, now);
}
