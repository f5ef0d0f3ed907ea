/** Which file is the config: the first of --config, $SIDELIGHT_CONFIG and the usual places. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
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
