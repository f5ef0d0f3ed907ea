/** A widget as it is served: its path, and its response with the fields that every payload carries. */
import { type AnyWidget, mismatch, type Read, type Reads, type Tile, type TObject } from '@sidelight/plugin-api';
import {
  askedReads,
  defaultsOf,
  projectorOf,
  type QueryValues,
  queryKey,
  withCommonFields,
} from '@sidelight/plugin-api/host';
import type { PluginSettings } from '../settings/settings.js';
import { fitTile } from './fit-tile.js';

export interface ComposedWidget {
  readonly id: string;
  /** A plugin's id, or `core`. */
  readonly owner: string;
  readonly path: string;
  readonly summary: string;
  /** live: some integration is asked when the widget is, whatever its query. */
  readonly freshness: 'cached' | 'live';
  /** Common fields included. */
  readonly response: TObject;
  /** As every dashboard can take it. */
  readonly tile?: Tile<TObject>;
  /** The parameters of its own. */
  readonly query?: TObject;
  /** Their values when none is given; null: some must be. */
  readonly defaults: QueryValues | null;
  /** @param query its own, in the order of the declaration */
  readsFor(query: QueryValues): Reads;
  readonly widget: AnyWidget;
  /** Of its plugin. */
  readonly settings: PluginSettings;
  /** What the widget rendered, as the JSON text of its own declared fields. Throws a TypeError for what it cannot be. */
  serialise(rendered: unknown): string;
}

export interface Composing {
  /** A plugin's id, or `core`. */
  readonly owner: string;
  /** Of that plugin. */
  readonly settings: PluginSettings;
  /** What it renders was held against its response part by part. */
  readonly isChecked?: boolean;
}

/** @throws TypeError when its response cannot be followed */
export function composeWidget(widget: AnyWidget, { owner, settings, isChecked = false }: Composing): ComposedWidget {
  const { id, path, summary, response, query } = widget;
  const tile = fitTile(widget)?.tile;
  const project = projectorOf(response);
  const asked = askedReads(widget);
  const reads: readonly Read[] = [...asked.values()].flatMap((one) => Object.values(one));
  return {
    id,
    owner,
    path: path ?? `/api/widgets/${id}`,
    summary,
    freshness: reads.some(({ freshness }) => freshness === 'live') ? 'live' : 'cached',
    response: withCommonFields(response),
    ...(tile === undefined ? {} : { tile }),
    ...(query === undefined ? {} : { query }),
    defaults: defaultsOf(query),
    readsFor(values) {
      const found = asked.get('') ?? asked.get(queryKey(values));
      if (found === undefined) throw new TypeError(`the widget ${id} asks nothing for ${queryKey(values)}`);
      return found;
    },
    widget,
    settings,
    serialise(rendered) {
      const fields = project(rendered);
      const wrong = isChecked ? undefined : mismatch(response, fields);
      if (wrong !== undefined) throw new TypeError(`its render breaks its response at ${wrong}`);
      return JSON.stringify(fields);
    },
  };
}
