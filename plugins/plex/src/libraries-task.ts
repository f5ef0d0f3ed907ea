/** The libraries, with their sizes in one call. The core drops the titles, files and flaws of a library that goes. */
import { mediaLibraries, type Publisher, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { libraryOf, sizesOf, type WantedLibrary } from './map.js';

export type ReadLibraries = (signal: AbortSignal) => Promise<readonly WantedLibrary[]>;

export const librariesTask = (client: Client, libraries: ReadLibraries): SyncTask => ({
  id: mediaLibraries.id,
  every: '15m',
  fills: [mediaLibraries],
  async run(out, signal) {
    const wanted = await libraries(signal);
    const sizes = sizesOf((await client.storage(signal)) ?? {});
    out.replace(
      mediaLibraries,
      wanted.map((library) => libraryOf(library, sizes)),
    );
  },
});

/** Whoever has the list knows what is gone from it: nobody has to wait for the task above. */
export async function dropGone(out: Publisher, wanted: readonly WantedLibrary[]): Promise<void> {
  const remove = [...(await out.held(mediaLibraries))].filter((held) => !wanted.some(({ id }) => id === held));
  if (remove.length > 0) out.patch(mediaLibraries, { remove });
}
