/** A throw-away PostgreSQL (15 or newer) on a free loopback port, in a folder of its own. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

const exec = promisify(execFile);

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
  /** Cut off in the middle of whatever it does; its data stays. */
  halt(): Promise<void>;
  resume(): Promise<void>;
}

/** @throws when PostgreSQL is not installed: Debian's package is `postgresql` */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = await programs();
  const owner = process.getuid?.() === 0 ? await userId('postgres') : null;
  const folder = await mkdtemp(join(tmpdir(), 'sidelight-postgres-'));
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
  const run = (program: string, ...args: string[]) =>
    exec(join(bin, program), args, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' }, ...owner });
  const data = join(folder, 'data');
  try {
    // A locale that sorts as people do, as most installations have it: queries must not depend on it.
    const locale = ['--locale-provider=icu', '--icu-locale=en-US'];
    await run('initdb', '-D', data, '-U', 'sidelight', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale);
    const port = await freePort();
    const settings = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c synchronous_commit=off -c full_page_writes=off`;
    const resume = async (): Promise<void> => {
      await run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', settings, '-w', 'start');
    };
    const halt = async (): Promise<void> => {
      await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
    };
    await resume();
    return {
      halt,
      resume,
      url: `postgres://sidelight@127.0.0.1:${port}/postgres`,
      async stop() {
        await halt();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Debian keeps the server's programs out of the path, in a folder for each version. */
async function programs(): Promise<string> {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? await readdir(base) : [];
  const [newest] = versions.map(Number).sort((a, b) => b - a);
  if (newest !== undefined) return join(base, String(newest), 'bin');
  const { stdout } = await exec('pg_config', ['--bindir']);
  return stdout.trim();
}

/** The server refuses to run as root. */
async function userId(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await exec('id', [flag, name])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${name}`);
  return { uid, gid };
}
