/** A library that its server does not list any more takes its titles, their files and their flaws with it. */
import {
  type ItemOf,
  mediaFiles,
  mediaFlaws,
  mediaItems,
  mediaLibraries,
  type SnapshotPort,
} from '@sidelight/plugin-api';
import type { Batch } from '../cache/cache.js';
import type { Past } from './derivation.js';
import { stateAfter } from './derivation.js';

export interface GoneLibrary {
  readonly id: string;
  readonly name: string;
  readonly titles: number;
}

export interface WithoutGone {
  readonly batch: Batch;
  readonly gone: readonly GoneLibrary[];
}

/**
 * Where no library is left the rows stay: a server that has lost its set-up says so too, and what a sweep of it would
 * remove is looked at twice.
 */
export async function withoutGoneLibraries(batch: Batch, past: Past): Promise<WithoutGone> {
  const untouched = { batch, gone: [] };
  if (!batch.changes.some((change) => change.port === mediaLibraries.id)) return untouched;
  const before = (await past.rows(mediaLibraries)) as readonly ItemOf<typeof mediaLibraries>[];
  const after = stateAfter(mediaLibraries, before, batch.changes);
  const left = before.filter(({ id }) => !after.has(id));
  if (left.length === 0 || after.size === 0) return untouched;

  const where = { libraryId: left.map(({ id }) => id) };
  const items = (await past.rows(mediaItems, where)) as readonly ItemOf<typeof mediaItems>[];
  const files = await past.rows(mediaFiles, where);
  const theirs = new Set(items.map(({ id }) => id));
  const flaws = ((await past.rows(mediaFlaws)) as readonly ItemOf<typeof mediaFlaws>[]).filter(({ itemId }) =>
    theirs.has(itemId),
  );
  const removals = [removalOf(mediaItems, items), removalOf(mediaFiles, files), removalOf(mediaFlaws, flaws)].filter(
    ({ remove }) => remove.length > 0,
  );
  return {
    // First, so that a title that the batch finds in another library stays.
    batch: {
      ...batch,
      changes: [...removals, ...batch.changes],
      meant: new Map(removals.map(({ port, remove }) => [port, new Set(remove)])),
    },
    gone: left.map(({ id, name }) => ({
      id,
      name,
      titles: items.filter(({ libraryId }) => libraryId === id).length,
    })),
  };
}

const removalOf = (port: SnapshotPort, rows: readonly object[]) => ({
  port: port.id,
  kind: 'patch' as const,
  upsert: [],
  remove: rows.map((row) => port.key(row)),
});
