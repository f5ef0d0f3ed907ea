import { dayOf, type mediaItems } from '@sidelight/plugin-api';
import type { RowOf } from './rows.js';

type Item = RowOf<typeof mediaItems>;

const WIDTH: Readonly<Record<Item['kind'], number>> = {
  series: 2,
  season: 1,
  episode: 0,
  movie: 0,
  album: 0,
  other: 0,
};

/**
 * What arrived, newest first: of a series that came with seasons and episodes on one day, only the widest row is kept
 * (the series, else the newest season, else the newest episode), at the place of its newest row.
 */
export function arrivals(newestFirst: readonly Item[], zone: string): readonly Item[] {
  const kept = new Map<string, Item>();
  for (const item of newestFirst) {
    const title = item.seriesId ?? item.versionOf ?? item.id;
    const key = `${item.source}:${title}:${dayOf(item.addedAt, zone)}`;
    const widest = kept.get(key);
    if (widest === undefined || WIDTH[item.kind] > WIDTH[widest.kind]) kept.set(key, item);
  }
  return [...kept.values()];
}
