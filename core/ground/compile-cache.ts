import { accessSync, constants } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';

interface Caching {
  /** Node 22.1 and later. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * A daemon keeps its compiled code in its data folder, which saves a sixth of the processor time of the next start. Nowhere
 * else: code in a folder that others write to would be theirs. Only where the environment names that folder, as services and
 * containers do: the config is read later, by the code that is to be kept. Other commands leave no files behind.
 */
export function keepCompiled(args: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
  const { enableCompileCache } = nodeModule as Caching;
  const data = env['SIDELIGHT_DATA'];
  if (enableCompileCache === undefined || data === undefined || data === '' || args[0] !== 'serve') return;
  if (isWritable(data)) enableCompileCache(join(data, 'compiled'));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    // It is made by the first start, or read-only, or no folder: the start says what is wrong with it.
    return false;
  }
}
