/** A widget as it is served: its path, and its response with the fields that every payload carries. */
import { type AnyWidget, mismatch, type Read, type Tile, type TObject } from '@sidelight/plugin-api';
import { withCommonFields } from './common-fields.js';
import { fitTile } from './fit-tile.js';
import { projectorOf } from './serialise.js';

export interface ComposedWidget {
  readonly id: string;
  /** A plugin's id, or `core`. */
  readonly owner: string;
  readonly path: string;
  readonly summary: string;
  /** live: some integration is asked when the widget is. */
  readonly freshness: 'cached' | 'live';
  /** Common fields included. */
  readonly response: TObject;
  /** As every dashboard can take it. */
  readonly tile?: Tile<TObject>;
  readonly widget: AnyWidget;
  /** What the widget rendered, as the JSON text of its own declared fields. Throws a TypeError for what it cannot be. */
  serialise(rendered: unknown): string;
}

/**
 * @param isChecked what it renders was held against its response part by part
 * @throws TypeError when its response cannot be followed
 */
export function composeWidget(widget: AnyWidget, owner: string, { isChecked = false } = {}): ComposedWidget {
  const { id, path, summary, response } = widget;
  const tile = fitTile(widget)?.tile;
  const project = projectorOf(response);
  const reads: readonly Read[] = Object.values(widget.reads);
  return {
    id,
    owner,
    path: path ?? `/api/widgets/${id}`,
    summary,
    freshness: reads.some(({ freshness }) => freshness === 'live') ? 'live' : 'cached',
    response: withCommonFields(response),
    ...(tile === undefined ? {} : { tile }),
    widget,
    serialise(rendered) {
      const fields = project(rendered);
      const wrong = isChecked ? undefined : mismatch(response, fields);
      if (wrong !== undefined) throw new TypeError(`its render breaks its response at ${wrong}`);
      return JSON.stringify(fields);
    },
  };
}
