/** Versions, memory and rights of this process. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { CoreSettings } from '../../config/to-settings.js';
import { installedVersion } from '../../ground/installation.js';
import { bytesText, type Finding, type Section, systemCode } from './page.js';

type Body = Omit<Section, 'title'>;

/** Before that nobody ran this: the clock was not set. */
const EARLIEST = Date.parse('2026-01-01T00:00:00Z');

export async function versions(now: Date): Promise<Body> {
  const isContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');
  const isUnset = now.getTime() < EARLIEST;
  return {
    lines: [
      ['sidelight', installedVersion()],
      ['node', process.versions.node],
      ['system', `${process.platform} ${process.arch}${isContainer ? ', in a container' : ''}`],
      ['processors', String(availableParallelism())],
      ['memory', `${bytesText(freemem())} free of ${bytesText(totalmem())}`],
      ['time', now.toISOString()],
    ],
    findings: isUnset ? [{ what: 'the clock of this machine is not set', mend: 'Let a time server set it.' }] : [],
  };
}

const OTHERS = 0o077;
const EVERYBODY = 0o007;

/** Who else on this machine may read what. Windows keeps its rights elsewhere. */
export async function permissions({ file, dataDir, database, secrets }: CoreSettings): Promise<Body> {
  const places: readonly (readonly [name: string, path: string, forbidden: number, mend: string])[] = [
    ['data folder', dataDir, OTHERS, 'Run `chmod 700` on the data folder: it holds keys and who watched what.'],
    ...(database.kind === 'sqlite'
      ? ([['database file', database.file, EVERYBODY, 'Run `chmod 600` on the database file.']] as const)
      : []),
    ...(file === null
      ? []
      : ([
          // What the config only refers to is kept elsewhere.
          [
            'config file',
            file,
            secrets.length === 0 ? 0 : EVERYBODY,
            'Run `chmod 640` on the config: it holds secrets.',
          ],
        ] as const)),
  ];
  const lines: (readonly [string, string])[] = [];
  const findings: Finding[] = [];
  for (const [name, path, forbidden, mend] of places) {
    const found = await stat(path).catch((error: unknown) => systemCode(error));
    if (typeof found === 'string') {
      lines.push([name, found === 'ENOENT' ? 'not there yet' : found]);
      continue;
    }
    const mode = found.mode & 0o777;
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    lines.push([
      name,
      `${mode.toString(8).padStart(3, '0')}, ${isOwn ? 'owned by this user' : 'owned by another user'}`,
    ]);
    if (process.platform !== 'win32' && (mode & forbidden) !== 0) {
      findings.push({ what: `other users of this machine can read the ${name}`, mend });
    }
  }
  if (process.getuid?.() === 0) {
    lines.push(['user', 'root']);
    findings.push({
      what: 'this command runs as root',
      mend: 'The daemon needs no root rights: docs/install.md shows how to run it as its own user.',
    });
  }
  return { lines, findings };
}

/** Of the folder, or of the first one above it that is there. */
export function nearestFolder(folder: string): string {
  let found = folder;
  while (!existsSync(found) && dirname(found) !== found) found = dirname(found);
  return found;
}
