/** Which announcement goes with a download: by the name of the release alone, as bots know no download. Pure. */
import { cached, feedHits, optional } from '@sidelight/plugin-api';
import type { Download } from './downloads.js';
import { entityId, nullable, object, text, time, titled } from './fields.js';
import { releaseKey } from './release-name.js';
import { globalId, type RowOf } from './rows.js';

export type Hit = RowOf<typeof feedHits>;

/** More than three months of a busy bot: a bound on memory, not on the join. */
export const hitsRead = optional(cached(feedHits, { newest: 20_000 }));

/** Clocks of two machines differ. */
const GRACE_MS = 60_000;
/** What seeds a release that is there already: no announcement led to it. */
const CROSS_SEED = /(?:^|\.)cross-seed$/i;

const isCrossSeed = ({ tags = [], category = '' }: Download): boolean =>
  [...tags, category].some((mark) => CROSS_SEED.test(mark));

/** @param hits the newest first: the same release is announced by several indexers, and again later */
export function hitFinder(hits: readonly Hit[]): (download: Download) => Hit | undefined {
  const byName = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = releaseKey(hit.name);
    const known = byName.get(key);
    if (known === undefined) byName.set(key, [hit]);
    else known.push(hit);
  }
  return (download) => {
    if (isCrossSeed(download)) return undefined;
    const { addedAt } = download;
    const before = addedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(addedAt) + GRACE_MS;
    const fitting = (byName.get(releaseKey(download.name)) ?? []).filter(({ at }) => Date.parse(at) <= before);
    return fitting.find(({ status }) => status === 'approved') ?? fitting[0];
  };
}

/** What became of a hit, or of one of its actions. */
export const hitStatus = titled('FeedHitStatus', feedHits.item.properties.status);

export const hitField = nullable(
  titled(
    'FeedHit',
    object({
      id: entityId('hit'),
      name: text(),
      filter: text(),
      indexer: text(),
      status: hitStatus,
      at: time(),
    }),
  ),
);

export const hitFacts = (hit: Hit | undefined) =>
  hit === undefined
    ? null
    : {
        id: globalId(hit.source, hit.id),
        name: hit.name,
        filter: hit.filter,
        indexer: hit.indexer,
        status: hit.status,
        at: hit.at,
      };
