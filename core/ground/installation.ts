import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this installation: the one that holds core/, plugins/ and widgets/. */
export const installation = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Of the package.json of this installation. */
export function installedVersion(): string {
  const { version } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')) as { version?: unknown };
  return typeof version === 'string' ? version : '0.0.0';
}
