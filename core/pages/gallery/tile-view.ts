/** What to draw of a widget: its tile and its payload as texts. Pure. Plugins need no types, so neither is believed. */
import { ago, type Tile, type TileGroup, type TObject } from '@sidelight/plugin-api';
import { isRecord } from '../../ground/path.js';
import { formatted, NOTHING, plain } from './formats.js';
import { type Note, sourceNote } from './source-note.js';

/** A widget that has a tile. */
export interface TiledWidget {
  readonly id: string;
  readonly freshness: 'cached' | 'live';
  readonly tile: Tile<TObject>;
}

/** The payload as it was parsed, or why there is none: a sentence. */
export type Answer = { readonly payload: unknown } | { readonly failure: string };

export interface TileView {
  readonly id: string;
  readonly title: string;
  readonly group: TileGroup;
  /** A name: `mdi-download`. */
  readonly icon: string;
  readonly stats: readonly { readonly label: string; readonly text: string }[];
  readonly list: ListView | null;
  readonly note: Note | null;
  readonly freshness: 'cached' | 'live';
  /** '' where it is not known. */
  readonly updated: string;
}

interface ListView {
  readonly rows: readonly { readonly name: string; readonly label: string }[];
  /** "8 of 20" where not all are shown, else ''. */
  readonly part: string;
}

export const GROUPS: Readonly<Record<TileGroup, string>> = {
  overview: 'Overview',
  playback: 'Playback',
  library: 'Library',
  queue: 'Queue',
  calendar: 'Calendar',
  integrations: 'Integrations',
  ops: 'Operations',
};

const MAX_ROWS = 8;

export function tileView({ id, freshness, tile }: TiledWidget, answer: Answer, now: Date): TileView {
  const payload = 'payload' in answer && isRecord(answer.payload) ? answer.payload : null;
  const { title, icon, group, stats, list } = tile as Partial<Tile<TObject>>;
  return {
    id,
    title: textOr(title, id),
    group: typeof group === 'string' && Object.hasOwn(GROUPS, group) ? group : 'integrations',
    icon: textOr(icon, ''),
    stats: (stats ?? []).map(({ field, label, format }) => ({
      label: textOr(label, field),
      text: payload === null ? NOTHING : formatted(own(payload, field), format, now),
    })),
    list: list === undefined || payload === null ? null : listView(own(payload, list.items), list.name),
    note: payload === null ? failureNote(answer) : sourceNote(payload, now),
    freshness,
    updated: updatedText(payload?.['updatedAt'], now),
  };
}

function listView(items: unknown, name: string): ListView {
  const rows = (Array.isArray(items) ? items : []).filter(isRecord);
  return {
    rows: rows.slice(0, MAX_ROWS).map((row) => ({ name: plain(own(row, name)), label: textOr(own(row, 'label'), '') })),
    part: rows.length > MAX_ROWS ? `${MAX_ROWS} of ${rows.length}` : '',
  };
}

const failureNote = (answer: Answer): Note => ({
  tone: 'bad',
  text: 'failure' in answer ? answer.failure : 'This answer is no object',
});

function updatedText(value: unknown, now: Date): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return '';
  return ago(value, now);
}

/** What every object has of its prototype is no field of a payload. */
const own = (record: Readonly<Record<string, unknown>>, field: string): unknown =>
  Object.hasOwn(record, field) ? record[field] : undefined;

function textOr(value: unknown, otherwise: string): string {
  const text = plain(value);
  return text === NOTHING ? otherwise : text;
}
