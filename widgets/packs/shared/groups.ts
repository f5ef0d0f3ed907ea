/** The names of the groups that tiles belong to, in the order in which a board shows them. */
import type { PackWidget, TileGroup } from '@sidelight/plugin-api';

export const GROUPS: Readonly<Record<TileGroup, string>> = {
  overview: 'Overview',
  playback: 'Playback',
  library: 'Library',
  queue: 'Queue',
  calendar: 'Calendar',
  integrations: 'Services',
  ops: 'Operations',
};

/** Groups without a widget are left out. */
export const grouped = (
  widgets: readonly PackWidget[],
): readonly (readonly [name: string, widgets: readonly PackWidget[]])[] =>
  Object.entries(GROUPS)
    .map(([id, name]) => [name, widgets.filter(({ tile }) => tile.group === id)] as const)
    .filter(([, members]) => members.length > 0);

/** A title for each widget of a group, by which it can be told from the others. */
export function titlesOf(widgets: readonly PackWidget[]): ReadonlyMap<PackWidget, string> {
  const titles = widgets.map(({ tile }) => tile.title);
  return new Map(
    widgets.map((widget) => {
      const { title } = widget.tile;
      const isShared = titles.filter((other) => other === title).length > 1;
      return [widget, isShared ? `${title} (${widget.id})` : title];
    }),
  );
}
