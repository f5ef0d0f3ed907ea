/** Reads the program's folder. Nothing of what stands in its files gets into an error: they hold keys. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, parse } from '@sidelight/plugin-api';
import { Config } from './upstream.js';

const CONFIG = 'config.yml';
const STATE = 'LAST_NEWSLETTER.txt';
/** Both are small. */
const MOST_BYTES = 1_000_000;

export interface Files {
  readonly config: Config;
  /** undefined: nothing was sent yet. */
  readonly state: string | undefined;
}

export async function readFiles(folder: string, signal: AbortSignal): Promise<Files> {
  const config = await textOf(folder, CONFIG, signal);
  if (config === undefined) {
    const advice = 'mount the folder that holds it, read-only, and name it as path';
    throw fail('not_found', `there is no ${CONFIG} in ${folder}`, { advice });
  }
  return { config: await configOf(config), state: await textOf(folder, STATE, signal) };
}

/** Loaded with the first file, not with every start. */
async function configOf(text: string): Promise<Config> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  if (document.errors.length > 0) throw fail('bad_response', `${CONFIG} is not valid YAML`);
  return parse(Config, document.toJS(), CONFIG);
}

/** undefined: there is no such file. */
async function textOf(folder: string, name: string, signal: AbortSignal): Promise<string | undefined> {
  const path = join(folder, name);
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw fail('bad_response', `${path} is larger than ${MOST_BYTES} bytes`);
    return await readFile(path, { encoding: 'utf8', signal });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    const advice = 'let the user that Sidelight runs as read it: the program makes its files for its own user alone';
    throw fail('refused', `${path} cannot be read: permission denied`, { advice });
  }
}
