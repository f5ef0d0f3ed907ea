/** A widget as it is served: its path, and its response with the fields that every payload carries. */
import type { AnyWidget, Read, Tile, TObject } from '@sidelight/plugin-api';
import type { PluginSettings } from '../settings/settings.js';
import { withCommonFields } from './common-fields.js';
import { projectorOf } from './serialise.js';

export interface ComposedWidget {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  /** live: some integration is asked when the widget is. */
  readonly freshness: 'cached' | 'live';
  /** Common fields included. */
  readonly response: TObject;
  readonly tile?: Tile<TObject>;
  readonly widget: AnyWidget;
  /** Of its plugin. */
  readonly settings: PluginSettings;
  /** What the widget rendered, as the JSON text of its own declared fields. Throws a TypeError for what it cannot be. */
  serialise(rendered: unknown): string;
}

/** @throws TypeError when its response cannot be followed */
export function composeWidget(widget: AnyWidget, settings: PluginSettings): ComposedWidget {
  const { id, path, summary, response, tile } = widget;
  const project = projectorOf(response);
  const reads: readonly Read[] = Object.values(widget.reads);
  return {
    id,
    path: path ?? `/api/widgets/${id}`,
    summary,
    freshness: reads.some(({ freshness }) => freshness === 'live') ? 'live' : 'cached',
    response: withCommonFields(response),
    ...(tile === undefined ? {} : { tile }),
    widget,
    settings,
    serialise: (rendered) => JSON.stringify(project(rendered)),
  };
}
