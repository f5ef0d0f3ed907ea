/** npm's own tooling, as a process: what it knows of registries, ranges, lock files and integrity stays its own. */
import { spawn } from 'node:child_process';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';

/** Scripts of packages never run; nothing is reported to anybody. */
const ALWAYS = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
const WINDOWS = process.platform === 'win32';

/** How npm is called, and what the environment says of registries and proxies. */
export interface NpmPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * @returns its standard output
 * @throws plugin_install with npm's own last words
 */
export function npm(args: readonly string[], { cwd, env }: NpmPlace): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', [...args, ...ALWAYS], {
      cwd,
      env: { ...process.env, ...env },
      shell: WINDOWS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.on('error', (error) => reject(new CodedError('plugin_install', `npm cannot be run: ${messageOf(error)}`)));
    child.on('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new CodedError('plugin_install', `npm ${args[0]} failed: ${lastWords(err || out)}`));
    });
  });
}

/** The lines that say what is wrong, without npm's own marks and the path of its log. */
function lastWords(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/complete log of this run|^code /.test(line));
  return lines.slice(0, 3).join('; ') || 'it gave no reason';
}
