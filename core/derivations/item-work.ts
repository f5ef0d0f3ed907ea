/** What a title is, whichever library of its server holds it, so that it can be counted once. Pure. */
import { type ItemOf, mediaItems } from '@sidelight/plugin-api';
import type { Batch } from '../cache/cache.js';

type Item = ItemOf<typeof mediaItems>;

/** The database that knows a kind of work best goes first. */
const DATABASES = {
  film: ['tmdb', 'imdb', 'tvdb'],
  other: ['tvdb', 'tmdb', 'imdb'],
} as const;

/** Without a public id it is itself, or the title of which it is another version. */
export function workIdOf(item: Item): string {
  const { kind, id, versionOf, season, episode } = item;
  const known = DATABASES[kind === 'movie' ? 'film' : 'other'].find((name) => item[name]);
  if (known === undefined) return `${kind}:${versionOf ?? id}`;
  // Some files give an episode the ids of its series.
  const part = kind === 'season' || kind === 'episode' ? `:${season ?? ''}x${episode ?? ''}` : '';
  return `${kind}:${known}:${item[known]}${part}`;
}

/** The batch, each title of it with its work. */
export function withWorks(batch: Batch): Batch {
  const named = (items: readonly object[]) => items.map((item) => ({ ...item, workId: workIdOf(item as Item) }));
  const changes = batch.changes.map((change) => {
    if (change.port !== mediaItems.id) return change;
    return change.kind === 'patch'
      ? { ...change, upsert: named(change.upsert) }
      : { ...change, items: named(change.items) };
  });
  return { ...batch, changes };
}
