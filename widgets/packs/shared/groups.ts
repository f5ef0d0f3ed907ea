/** How a board is divided: the groups of what everybody looks at, then what is for those who run it. */
import { type PackWidget, TILE_GROUPS } from '@sidelight/plugin-api';

const ADMIN = 'Administration';

const isForAdmins = ({ tile }: PackWidget): boolean => tile.for === 'admin';

/** Groups without a widget are left out. */
export function grouped(
  widgets: readonly PackWidget[],
): readonly (readonly [name: string, widgets: readonly PackWidget[]])[] {
  const wall = widgets.filter((widget) => !isForAdmins(widget));
  const groups = Object.entries(TILE_GROUPS).map(
    ([id, name]) => [name, wall.filter(({ tile }) => tile.group === id)] as const,
  );
  return [...groups, [ADMIN, widgets.filter(isForAdmins)] as const].filter(([, members]) => members.length > 0);
}

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
