/** Which file is the config: the first of --config, $SIDELIGHT_CONFIG and the usual places. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CodedError } from '../ground/errors.js';

/** Looked at in this order, relative to the working directory. */
export const USUAL_PLACES: readonly string[] = ['sidelight.yaml', 'config/sidelight.yaml', '/config/sidelight.yaml'];

export interface FindInput {
  /** As --config names it. */
  readonly flag: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * The absolute path of the config, or null when there is none: an empty config is fine.
 * @throws config_missing when a file was named that is not there
 */
export function findConfig({ flag, env, cwd }: FindInput): string | null {
  const fromEnv = env['SIDELIGHT_CONFIG'] || undefined;
  const named = flag ?? fromEnv;
  if (named === undefined) {
    return USUAL_PLACES.map((place) => resolve(cwd, place)).find((place) => existsSync(place)) ?? null;
  }
  const file = resolve(cwd, named);
  if (existsSync(file)) return file;
  throw new CodedError(
    'config_missing',
    `${file} does not exist (${flag === undefined ? 'SIDELIGHT_CONFIG' : '--config'})`,
  );
}

/** Where a config is begun that is not there yet: the first of the usual places that can be written to. */
export function freshConfig(cwd: string): string {
  const places = USUAL_PLACES.map((place) => resolve(cwd, place));
  return places.find((place) => isWritable(dirname(place))) ?? resolve(cwd, 'sidelight.yaml');
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
