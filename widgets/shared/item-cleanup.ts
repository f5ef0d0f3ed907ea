/** What is planned for one title by a cleanup tool. */
import { type Ask, cached, cleanupItems } from '@sidelight/plugin-api';
import type { MediaItem } from './item-work.js';
import type { Work } from './request-index.js';
import type { RowOf } from './rows.js';

type Planned = RowOf<typeof cleanupItems>;

/** Public ids are unique within a kind of work only, and those of a season's row may be its series'. */
const KIND: Readonly<Record<string, Planned['kind']>> = { movie: 'movie', show: 'series' };

/** By the media server's id; else by the work's own, of a row without one. */
export async function cleanupOf(ask: Ask, item: MediaItem, top: MediaItem, work: Work | undefined) {
  const ids = [...new Set([item.id, top.id])].map((itemId) => ({ itemId }));
  const { tmdb, tvdb, imdb, type = '' } = work ?? {};
  const works = [tmdb && { tmdb }, tvdb && { tvdb }, imdb && { imdb }].filter((where) => typeof where === 'object');
  const answers = await Promise.all([...ids, ...works].map((where) => ask(cached(cleanupItems, { where }))));
  const isMeant = (row: Planned): boolean =>
    row.itemId === undefined
      ? KIND[type] !== undefined && row.kind === KIND[type]
      : ids.some((id) => id.itemId === row.itemId);
  const planned = answers.flatMap((answer) => answer.items).find(isMeant);
  if (planned === undefined) return null;
  return { collection: planned.collection, dueAt: planned.dueAt ?? null, action: planned.action ?? null };
}
