import type { Tile } from './tile.js';
import type { TObject } from './typebox.js';

/** A widget as packs see it: those without a tile are left out. */
export interface PackWidget {
  readonly id: string;
  /** `/api/widgets/downloads`: below the base URL. */
  readonly path: string;
  readonly summary: string;
  readonly freshness: 'cached' | 'live';
  /** The whole payload, the fields that every payload carries included, and the text beside each number of the tile (`twinOf`). */
  readonly response: TObject;
  /** The parameters of its own that its address takes; not given: none. */
  readonly query?: TObject;
  readonly tile: Tile<TObject>;
}

/** An action that some tile offers. */
export interface PackAction {
  readonly id: string;
  /** `/api/widgets/downloads/pause`: below the base URL. */
  readonly path: string;
  readonly summary: string;
  readonly input: TObject;
  /** The field of the input that takes the `id` of a row. */
  readonly target: string;
}

/** What there is now, and where dashboards reach it. */
export interface PackInput {
  /** With the base path, without a slash at the end: `http://sidelight.lan:7780`. */
  readonly baseUrl: string;
  /**
   * `server.publicUrl`, with the base path and without a slash at the end: before the addresses of pictures, which browsers load by
   * themselves. Without it packs show no pictures.
   */
  readonly publicUrl?: string;
  /** In the order of the catalog. */
  readonly widgets: readonly PackWidget[];
  readonly actions: readonly PackAction[];
}

/** One file: its text as it is, or a value that Sidelight writes as JSON or YAML. */
export type PackFile = {
  /** Relative, with `/`: `homarr-2/downloads.json`. Unique among all packs. */
  readonly path: string;
} & (
  | { readonly text: string }
  | { readonly json: unknown }
  | {
      /** Strings are quoted where they must be; those of several lines become blocks. */
      readonly yaml: unknown;
      /** A comment at the beginning, without `#`. */
      readonly head?: string;
    }
);

/** A string of a YAML file with a tag before it: `tagged('!secret', 'sidelight_key')`. */
export class Tagged {
  constructor(
    readonly tag: string,
    readonly text: string,
  ) {}
}

export const tagged = (tag: string, text: string): Tagged => new Tagged(tag, text);

/** Ready files for one dashboard, made from the tiles. They hold the base URL and never a key. */
export interface Pack {
  readonly id: string;
  /** The dashboard's name. */
  readonly title: string;
  /** What to do with the files, in a sentence. */
  readonly summary: string;
  files(input: PackInput): readonly PackFile[];
}

export const definePack = (pack: Pack): Pack => pack;
