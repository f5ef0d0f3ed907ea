import { dayOf, type mediaItems } from '@sidelight/plugin-api';
import { globalId, type RowOf } from './rows.js';

type Item = RowOf<typeof mediaItems>;

/** What is shown of one title that arrived. */
export interface Arrival {
  readonly item: Item;
  /** Episodes of it that came along, beside the item itself. */
  readonly episodes: number;
  /** Global ids of the libraries that have it, the newest first. */
  readonly libraries: readonly string[];
}

const WIDTH: Readonly<Record<Item['kind'], number>> = {
  series: 2,
  season: 1,
  episode: 0,
  movie: 0,
  album: 0,
  other: 0,
};

/**
 * What arrived, newest first: each work once, and of a series that came with seasons and episodes on one day only the widest
 * row (the series, else the newest season, else the newest episode), at the place of its newest row.
 */
export function arrivals(newestFirst: readonly Item[], zone: string): readonly Arrival[] {
  const titleOf = titlesOf(newestFirst);
  const groups = new Map<string, Item[]>();
  for (const item of newestFirst) {
    const key = `${titleOf(item)}:${dayOf(item.addedAt, zone)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  const shown = new Set<string>();
  return [...groups.values()].flatMap((group) => {
    const fresh = group.filter((item) => !shown.has(workOf(item)));
    for (const item of group) shown.add(workOf(item));
    return fresh.length === 0 ? [] : [arrivalOf(fresh, group)];
  });
}

function arrivalOf(fresh: readonly Item[], group: readonly Item[]): Arrival {
  const item = fresh.reduce((widest, other) => (WIDTH[other.kind] > WIDTH[widest.kind] ? other : widest));
  const others = new Set(fresh.filter(({ kind }) => kind === 'episode').map(workOf));
  others.delete(workOf(item));
  const libraries = new Set(group.map(({ source, libraryId }) => globalId(source, libraryId)));
  return { item, episodes: others.size, libraries: [...libraries] };
}

const workOf = ({ source, workId, versionOf, id }: Item): string => globalId(source, workId ?? versionOf ?? id);

/**
 * What a row is a part of: its series, else its work. A series in two libraries has two ids; the works that both have tell
 * that they are one.
 */
function titlesOf(items: readonly Item[]): (item: Item) => string {
  const series = new Map<string, string>();
  const first = new Map<string, string>();
  const nameOf = (id: string): string => {
    const other = series.get(id);
    return other === undefined || other === id ? id : nameOf(other);
  };
  for (const item of items) {
    const own = seriesOf(item);
    if (own === undefined) continue;
    const known = first.get(workOf(item));
    if (known === undefined) first.set(workOf(item), own);
    else if (nameOf(known) !== nameOf(own)) series.set(nameOf(own), nameOf(known));
  }
  return (item) => {
    const own = seriesOf(item);
    return own === undefined ? workOf(item) : nameOf(own);
  };
}

const seriesOf = ({ kind, source, id, seriesId }: Item): string | undefined => {
  if (seriesId !== undefined) return globalId(source, seriesId);
  return kind === 'series' ? globalId(source, id) : undefined;
};
