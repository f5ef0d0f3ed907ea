/** What a title is, whichever library of its server holds it, so that it can be counted once. Pure. */
import { type ItemOf, mediaItems } from '@sidelight/plugin-api';
import type { Batch, Change } from '../cache/cache.js';
import { each, inTurns } from '../time/turns.js';

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
export async function withWorks(batch: Batch): Promise<Batch> {
  if (!batch.changes.some(({ port }) => port === mediaItems.id)) return batch;
  const changes: Change[] = [];
  for (const change of batch.changes) {
    if (change.port !== mediaItems.id) changes.push(change);
    else if (change.kind === 'patch') changes.push({ ...change, upsert: await named(change.upsert) });
    else changes.push({ ...change, items: await named(change.items) });
  }
  return { ...batch, changes };
}

async function named(items: readonly object[]): Promise<readonly object[]> {
  const all: object[] = [];
  await inTurns(each(items, (item) => void all.push({ ...item, workId: workIdOf(item as Item) })));
  return all;
}
