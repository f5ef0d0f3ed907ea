import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type RealProcess, realProcess } from './real-process.js';

/** opentracker on a loopback port, which knows only the torrents of its list. Not started yet. */
export function realTracker(folder: string, port: number, known: readonly string[]): RealProcess {
  const root = join(folder, 'root');
  mkdirSync(root);
  writeFileSync(join(root, 'whitelist.txt'), known.map((hash) => `${hash}\n`).join(''));
  // As root it changes its root to this folder and becomes another user, who must be able to read the list.
  chmodSync(root, 0o755);
  const { uid, username } = userInfo();
  const places = ['-i', '127.0.0.1', '-p', String(port), '-P', String(port)];
  const args = [...places, '-d', root, '-w', 'whitelist.txt', '-u', uid === 0 ? 'nobody' : username];
  const url = `http://127.0.0.1:${port}/`;
  return realProcess({ command: 'opentracker', args, url, home: folder, logFile: join(folder, 'tracker.log') });
}
