/** Where each widget of a board stands on a page of three columns. Pure. */
import type { PackWidget, TileGroup } from '@sidelight/plugin-api';

/** Widgets in one place: with several, each is a tab. */
export interface Stack {
  readonly tabs: readonly [PackWidget, ...PackWidget[]];
}

export interface Column {
  readonly size: 'small' | 'full';
  /** At least one. */
  readonly stacks: readonly Stack[];
}

/** What is read in passing stands beside what has long rows. */
const COLUMNS: readonly { readonly size: Column['size']; readonly groups: readonly TileGroup[] }[] = [
  { size: 'small', groups: ['playback'] },
  { size: 'full', groups: ['overview', 'queue', 'integrations', 'other'] },
  { size: 'small', groups: ['calendar', 'library', 'ops'] },
];
/** As many titles as stand side by side in a column. */
const TABS = { small: 3, full: 5 } as const;

/** A page needs a full column, so that whatever there is takes that one where it would be empty. */
export function columnsOf(widgets: readonly PackWidget[]): readonly Column[] {
  const columns = COLUMNS.map(({ size, groups }) => ({
    size,
    stacks: groups.flatMap((group) =>
      stacksOf(
        widgets.filter(({ tile }) => tile.group === group),
        TABS[size],
      ),
    ),
  })).filter(({ stacks }) => stacks.length > 0);
  return columns.some(({ size }) => size === 'full')
    ? columns
    : columns.map((column, index) => (index === 0 ? { ...column, size: 'full' } : column));
}

/** Of one group: each widget of a first board is always in sight, what is live above; the others are tabs behind the last of these. */
function stacksOf(widgets: readonly PackWidget[], tabs: number): readonly Stack[] {
  const first = widgets.filter(({ tile }) => tile.starter === true);
  const seen = first.toSorted((a, b) => Number(b.freshness === 'live') - Number(a.freshness === 'live'));
  const behind = widgets.filter(({ tile }) => tile.starter !== true);
  const alone = seen.slice(0, -1).map((widget): Stack => ({ tabs: [widget] }));
  return [...alone, ...chunks([...seen.slice(-1), ...behind], tabs)];
}

function chunks([first, ...rest]: readonly PackWidget[], size: number): readonly Stack[] {
  if (first === undefined) return [];
  return [{ tabs: [first, ...rest.slice(0, size - 1)] }, ...chunks(rest.slice(size - 1), size)];
}
