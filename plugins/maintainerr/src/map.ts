/** From Maintainerr's answers to port items. Pure. */
import { type cleanupCounts, type cleanupItems, type ItemIn, type opsHealth, refTo } from '@sidelight/plugin-api';
import type { Collection, Media, Storage } from './upstream.js';

type Item = ItemIn<typeof cleanupItems>;

const DAY_MS = 86_400_000;

/** Nothing becomes of the titles of a collection that is switched off. */
export const toItems = (collections: readonly Collection[]): readonly Item[] =>
  collections
    .filter(({ isActive }) => isActive)
    .flatMap((collection) => collection.media.map((media) => toItem(collection, media)));

const toItem = (collection: Collection, media: Media): Item => ({
  id: String(media.id),
  itemId: refTo(media.mediaServerId),
  kind: KINDS[collection.type] ?? 'other',
  collection: collection.title,
  action: ACTIONS[collection.arrAction] ?? 'other',
  dueAt: dueAt(collection, media),
  sizeBytes: media.sizeBytes ?? undefined,
  ...worksOf(collection, media),
});

const KINDS: Readonly<Record<string, Item['kind']>> = {
  movie: 'movie',
  show: 'series',
  season: 'season',
  episode: 'episode',
};

/** 0, 1, 2: delete, with what else is kept or not; 3: unmonitor; 4: nothing; 5, 6: the show, once it is empty; 7: another quality. */
const ACTIONS: readonly Item['action'][] = [
  'delete',
  'delete',
  'delete',
  'unmonitor',
  'other',
  'delete',
  'unmonitor',
  'other',
];

function dueAt({ deleteAfterDays }: Collection, { addDate }: Media): string | undefined {
  const added = Date.parse(utcOf(addDate));
  if (deleteAfterDays === null || deleteAfterDays === undefined || Number.isNaN(added)) return undefined;
  return new Date(added + deleteAfterDays * DAY_MS).toISOString();
}

/** "2026-08-20 03:00:00" would be taken for local time. */
const utcOf = (time: string): string => (/^\d{4}-\d\d-\d\d \d\d:\d\d/.test(time) ? `${time.replace(' ', 'T')}Z` : time);

/** Of a season or an episode there are only those of its series, which it is not. */
function worksOf({ type }: Collection, { tmdbId, tvdbId }: Media) {
  if (type !== 'movie' && type !== 'show') return {};
  return { tmdb: tmdbId ? String(tmdbId) : undefined, tvdb: tvdbId ? String(tvdbId) : undefined };
}

/** What its own page calls reclaimable: the titles of active collections, each once. */
export const toCounts = ({ collectionSummary: summary }: Storage): ItemIn<typeof cleanupCounts> => ({
  collections: Math.max(0, summary.totalCollectionCount - summary.inactiveCount),
  reclaimableBytes: summary.activeSizeBytes,
});

type HealthRow = ItemIn<typeof opsHealth>;

/** Of whom it could not ask. Its own words hold their addresses. */
export const healthRows = ({ instances, mediaServer }: Storage, now: Date): readonly HealthRow[] => [
  ...instances
    .filter(({ ok }) => !ok)
    .map(({ id, name, type }) => alarm(`${type}-${id}`, name, type, 'cannot be reached by Maintainerr', now)),
  ...serverRows(mediaServer, now),
];

function serverRows(server: Storage['mediaServer'], now: Date): readonly HealthRow[] {
  if (!server || server.reachable) return [];
  const message = server.configured ? 'cannot be reached by Maintainerr' : 'is not set up in Maintainerr';
  return [alarm('media-server', server.serverName || 'Media server', 'Media server', message, now)];
}

const alarm = (id: string, name: string, type: string, message: string, now: Date): HealthRow => ({
  id,
  name,
  type,
  about: `${type} ${name}`.toLowerCase(),
  ok: false,
  refused: false,
  severity: 'warn',
  message,
  checkedAt: now.toISOString(),
});
