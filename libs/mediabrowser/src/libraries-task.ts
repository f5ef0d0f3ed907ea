/** The libraries. The core drops the titles, files and flaws of a library that goes. */
import { mediaLibraries, type Publisher, type SyncTask } from '@sidelight/plugin-api';
import { type KnownLibraries, libraryOf } from './map.js';

export type ReadLibraries = (signal: AbortSignal) => Promise<KnownLibraries>;

export const librariesTask = (libraries: ReadLibraries): SyncTask => ({
  id: mediaLibraries.id,
  every: '15m',
  fills: [mediaLibraries],
  async run(out, signal) {
    const { wanted, settled } = await libraries(signal);
    if (settled) out.replace(mediaLibraries, wanted.map(libraryOf));
    else out.patch(mediaLibraries, { upsert: wanted.map(libraryOf) });
  },
});

/** Whoever has the list knows what is gone from it: nobody has to wait for the task above. */
export async function dropGone(out: Publisher, { wanted, settled }: KnownLibraries): Promise<void> {
  if (!settled) return;
  const remove = [...(await out.held(mediaLibraries))].filter((held) => !wanted.some(({ id }) => id === held));
  if (remove.length > 0) out.patch(mediaLibraries, { remove });
}
