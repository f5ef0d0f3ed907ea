import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/daemon.js';
import { runProgram } from './run-program.js';

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };

export const tarball = `sidelight-${version}.tgz`;

/** `npm run release:dry` of a clone, into a folder. */
export function makeRelease(out: string, { clone = root, flags = [] as readonly string[] } = {}): void {
  const script = join(clone, 'scripts', 'release', 'dry.mjs');
  const { status, stderr } = runProgram(process.execPath, [script, '--out', out, ...flags], { cwd: clone });
  if (status !== 0) throw new Error(`the release was not made: ${stderr}`);
}
