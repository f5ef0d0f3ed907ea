/** A plugin's package.json, read as the contract reads it. */
import { messageOf } from '@sidelight/plugin-api/errors';
import { type Manifest, readManifest as read } from '@sidelight/plugin-api/host';
import { CodedError } from '../ground/errors.js';

export { apiRangeOf, type Manifest } from '@sidelight/plugin-api/host';

/** @throws plugin_resolve */
export function readManifest(folder: string): Manifest {
  try {
    return read(folder);
  } catch (error) {
    throw new CodedError('plugin_resolve', messageOf(error), { cause: error });
  }
}
