/** How a board is divided: the groups of what everybody looks at, then what is for those who run it. */
import { type PackWidget, TILE_GROUPS } from '@sidelight/plugin-api';

const ADMIN = 'Administration';

const isForAdmins = ({ tile }: PackWidget): boolean => tile.for === 'admin';

/** A file for those who look at a wall, and one for those who run Sidelight. */
export interface Board {
  readonly id: 'wall' | 'admin';
  readonly title: string;
  /** In the order in which a board shows them. At least one. */
  readonly widgets: readonly PackWidget[];
}

/** One without a widget is left out. */
export function boardsOf(widgets: readonly PackWidget[]): readonly Board[] {
  const boards: readonly Board[] = [
    { id: 'wall', title: 'Media', widgets: widgets.filter((widget) => !isForAdmins(widget)) },
    { id: 'admin', title: ADMIN, widgets: widgets.filter(isForAdmins) },
  ];
  return boards.filter((board) => board.widgets.length > 0);
}

/** The widgets of one board by their groups, in the order of these. */
export const byGroup = (widgets: readonly PackWidget[]): readonly (readonly [string, readonly PackWidget[]])[] =>
  Object.entries(TILE_GROUPS)
    .map(([id, name]) => [name, widgets.filter(({ tile }) => tile.group === id)] as const)
    .filter(([, members]) => members.length > 0);

/** What a first board needs comes first, and of that what is live. */
export function inSight(widgets: readonly PackWidget[]): readonly PackWidget[] {
  const rank = ({ tile, freshness }: PackWidget): number => (tile.starter !== true ? 2 : freshness === 'live' ? 0 : 1);
  return widgets.toSorted((a, b) => rank(a) - rank(b));
}

/** Groups without a widget are left out. */
export function grouped(
  widgets: readonly PackWidget[],
): readonly (readonly [name: string, widgets: readonly PackWidget[]])[] {
  return boardsOf(widgets).flatMap((board) =>
    board.id === 'wall' ? byGroup(board.widgets) : [[board.title, board.widgets] as const],
  );
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
