/** What the files of a server come to today, as a row of a log: growth is what such rows differ by. */
import { dayOf, mediaFiles, mediaGrowth, mediaLibraries } from '@sidelight/plugin-api';
import type { Batch, Cache } from '../cache/cache.js';

/** No task of a plugin's own can have this id. */
const TASK = '@growth';

export interface Told {
  /** Whose run was committed. */
  readonly batch: Batch;
  /** Ids of all ports that the tasks of its source fill. */
  readonly fills: ReadonlySet<string>;
  readonly zone: string;
}

/** undefined: the run told nothing of sizes, not all of them are known yet, or the day has its row. */
export async function growthBatch(
  cache: Pick<Cache, 'rows' | 'top' | 'fetchedAt' | 'port'>,
  { batch, fills, zone }: Told,
): Promise<Batch | undefined> {
  const { source, at } = batch;
  const telling = [mediaFiles, mediaLibraries].filter(({ id }) => fills.has(id));
  if (!telling.some(({ id }) => batch.fills.includes(id))) return undefined;
  // A first sync that goes on over midnight would leave a day with half a library.
  if (telling.some(({ id }) => !cache.fetchedAt(id).has(source))) return undefined;
  if ([mediaGrowth, mediaFiles, mediaLibraries].some(({ id }) => cache.port(id) === undefined)) return undefined;

  const scope = { now: new Date(at), zone, sources: [source] };
  const sizes = await cache.top(mediaFiles, { by: 'libraryId', sum: 'sizeBytes' }, scope);
  const filed = new Set(sizes.map(({ key }) => key));
  const others = (await cache.rows(mediaLibraries, {}, scope)).filter(({ id }) => !filed.has(id));
  if (!fills.has(mediaFiles.id) && others.every((library) => library.sizeBytes === undefined)) return undefined;
  const sizeBytes =
    sizes.reduce((sum, group) => sum + group.sum, 0) + others.reduce((sum, one) => sum + (one.sizeBytes ?? 0), 0);

  const day = dayOf(at, zone);
  const [last] = await cache.rows(mediaGrowth, { newest: 1 }, scope);
  if (last?.day === day && last.sizeBytes === sizeBytes) return undefined;
  const changes = [{ port: mediaGrowth.id, kind: 'append' as const, items: [{ day, at, sizeBytes }] }];
  return { source, task: TASK, at, fills: [], changes };
}
