import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/daemon.js';

/** As .dockerignore is read: a line is a path from the root; `**` stands for any folders, none among them. */
export function isIgnored(path: string): boolean {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#')).map(patternOf);
  return patterns.some((pattern) => pattern.test(path));
}

function patternOf(line: string): RegExp {
  const parts = line.split('**/').map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'));
  return new RegExp(`^${parts.join('(.+/)?')}(/|$)`);
}
