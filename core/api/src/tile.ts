/** How dashboards may show a widget. The packs of every dashboard, and the gallery, are made from it. */
import { oneOf, titled } from './schema.js';
import type { Static, TObject } from './typebox.js';

export const FORMATS = ['number', 'bytes', 'bitrate', 'percent', 'duration', 'date', 'text', 'flag'] as const;
export type Format = (typeof FORMATS)[number];

/** The names of the groups, in the order in which a board shows them. */
export const TILE_GROUPS = {
  overview: 'Overview',
  playback: 'Playback',
  library: 'Library',
  queue: 'Queue',
  calendar: 'Calendar',
  integrations: 'Services',
  ops: 'Operations',
  other: 'Other',
} as const;
export type TileGroup = keyof typeof TILE_GROUPS;

/** How it is with a row. Dashboards make a colour of it, so the label says it, too. */
export const TONES = ['good', 'attention', 'bad', 'muted'] as const;
export type Tone = (typeof TONES)[number];

/** The field of a row that `list.tone` names. */
export const RowTone = () => titled('Tone', oneOf(...TONES));

/** The list of a tile: which field of the payload holds it, and what the fields of a row are to a reader. */
export interface TileList<Items extends string = string> {
  readonly items: Items;
  /** What stands on the left; the right-hand text is `label`. */
  readonly name: string;
  /** Texts and numbers for a second line, the most telling first: who, where, how. What is empty is left out. */
  readonly details?: readonly string[];
  /** A ready text that says the most about a row, for dashboards that show nothing but it and the name; not given: `label`. */
  readonly brief?: string;
  /** A number from 0 to 100: a bar. */
  readonly progress?: string;
  /** A field made by `RowTone`. */
  readonly tone?: string;
  /** A moment: dashboards show how long ago it was, in place of a label that says nothing else. */
  readonly at?: string;
  /** An address that the name leads to. */
  readonly href?: string;
  /** A field made by `picture()`. */
  readonly image?: string;
}

export const CHARTS = ['bars', 'lines', 'area', 'uptime'] as const;
export type ChartKind = (typeof CHARTS)[number];

/** The chart of a tile: a list of the payload whose rows are its points, the oldest first. */
export interface TileChart<Items extends string = string> {
  /** `uptime`: each row is a stretch of time, and its one number the percentage of it that was up. */
  readonly kind: ChartKind;
  readonly items: Items;
  /** What stands below a point: the field of a row that holds a moment, a day (`2026-11-23`) or a name. */
  readonly x: string;
  /** Fields of a row that hold a number, or null while it is not known. Several bars or areas of a row stand on each other. */
  readonly series: readonly { readonly field: string; readonly label: string; readonly format: Format }[];
}

/** The name of a read, or of several any of which is enough. */
export type About = string | readonly string[];

/** What dashboards show in place of a number that nobody has told yet. */
export const UNKNOWN = '–';

/** What `freshness` says while everybody answers whom a tile is about. */
export const LIVE = 'live';

/**
 * The field beside a number of a tile, or of the homepage, that holds it as a ready text, and UNKNOWN while it is not known. A widget
 * that declares it makes it; of others Sidelight does.
 */
export const twinOf = (field: string): string => `${field}Text`;

export interface Tile<S extends TObject> {
  readonly title: string;
  readonly group: TileGroup;
  /** A Material Design Icons name: `mdi-play-circle`. */
  readonly icon: string;
  /** Who looks at it: everybody in the house, or who runs it. Not given: `wall`. */
  readonly for?: 'wall' | 'admin';
  /** One of the few that a first board needs. */
  readonly starter?: boolean;
  /** The id of a widget that shows the same, and more: a board that has it leaves this one out unless somebody names it. */
  readonly within?: string;
  /** The read whose sources are the tile’s: "down" is said of these. Not given: all reads that are not optional. */
  readonly about?: About;
  /** The most telling first: small dashboards draw four above a list, and more than six nobody reads. */
  readonly stats: readonly {
    readonly field: keyof Static<S> & string;
    readonly label: string;
    readonly format: Format;
    /** A ready text of how it has changed, which dashboards may show beside it: "+12 this week"; empty: not known. */
    readonly change?: keyof Static<S> & string;
    /** The read that this number comes from, where it is another than that of the tile. */
    readonly about?: About;
  }[];
  readonly list?: TileList<keyof Static<S> & string>;
  readonly chart?: TileChart<keyof Static<S> & string>;
  /** Ids of the actions that a row offers. */
  readonly actions?: readonly string[];
}
