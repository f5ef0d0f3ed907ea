/** What packs are made from: the widgets that have a tile, and the actions that some tile offers. */
import type { AnyAction, PackAction, PackInput, PackWidget } from '@sidelight/plugin-api';
import type { ComposedWidget } from '../widgets/composed-widget.js';

export interface PackSource {
  /** Another array whenever something was added. */
  widgets(): readonly ComposedWidget[];
  actions(): readonly AnyAction[];
}

export function packInput(source: PackSource, baseUrl: string): PackInput {
  const widgets = source.widgets().flatMap(packWidget);
  const offered = new Set(widgets.flatMap(({ tile }) => tile.actions ?? []));
  const actions = source.actions().filter(({ id }) => offered.has(id));
  return { baseUrl, widgets, actions: actions.map(packAction) };
}

const packWidget = ({ id, path, summary, freshness, response, tile }: ComposedWidget): readonly PackWidget[] =>
  tile === undefined ? [] : [{ id, path, summary, freshness, response, tile }];

const packAction = ({ id, path, summary, input, target }: AnyAction): PackAction => ({
  id,
  path: `/api/widgets/${path}`,
  summary,
  input,
  target,
});
