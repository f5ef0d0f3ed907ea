/** What the commands for authors find in this repository: the bin's own parts, the core that was built, where the author is. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from '../bootstrap.mjs';

const SCRIPTS = ['new:plugin', 'record-case', 'verify-plugin'];

/** Where the author is: npm runs a script in the folder of its package. */
export const here = () =>
  (SCRIPTS.includes(process.env['npm_lifecycle_event']) && process.env['INIT_CWD']) || process.cwd();

/** A module of the core, built. */
export const core = (path) => import(pathToFileURL(join(root, 'core', 'dist', path)).href);

/** Builds, and gives what the commands of the repository share with the bin `sidelight-plugin`. */
export async function authorTools() {
  bootstrap();
  return import(pathToFileURL(join(root, 'core', 'api', 'dist', 'author', 'index.js')).href);
}
