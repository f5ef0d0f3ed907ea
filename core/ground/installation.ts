import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { token } from './token.js';

/** The folder of this installation: the one that holds core/, plugins/ and widgets/. */
export const installation = fileURLToPath(new URL('../../../', import.meta.url));

/** Of the package.json of this installation. */
export function installedVersion(): string {
  const { version } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')) as { version?: unknown };
  return typeof version === 'string' ? version : '0.0.0';
}

/** How Sidelight names itself to upstreams: `Sidelight/<version>`. */
export const USER_AGENT = token<string>('UserAgent');
