/** PostgreSQL's own programs: what they dump, they can restore. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CodedError } from '../ground/errors.js';
import { isMissing } from './backup-file.js';
import { checkMigrations, sync } from './sqlite-copy.js';

const execute = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws backup_tool, backup_failed */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  const { args, env } = connection(url);
  await tool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, ...args], env);
  await sync(file);
}

/** @throws backup_tool, backup_invalid, database_newer */
export async function verifyDump(file: string): Promise<void> {
  const rows = await invalid(file, () =>
    tool('pg_restore', ['--data-only', '--table=knex_migrations', '--file=-', file]),
  );
  checkMigrations(
    [...rows.matchAll(/^\d+\t([^\t\n]+)\t/gm)].map(([, name = '']) => name),
    file,
  );
  // The migrations come early in a dump: this reads all of it.
  await invalid(file, () => tool('pg_restore', ['--file=/dev/null', file]));
}

/** All of it or nothing. @throws backup_tool, backup_failed */
export async function restoreDump(url: string, file: string): Promise<void> {
  const { args, env } = connection(url);
  const how = ['--clean', '--if-exists', '--no-owner', '--no-privileges', '--single-transaction'];
  await tool('pg_restore', [...how, ...args, file], env);
}

/** The password goes by the environment: every user of the machine sees the arguments. */
function connection(text: string): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const url = new URL(text);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { args: [`--dbname=${url.href}`], env: password === '' ? {} : { PGPASSWORD: password } };
}

async function tool(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const options = { env: { ...process.env, ...env }, maxBuffer: MOST_BYTES };
    return (await execute(program, args, options)).stdout;
  } catch (error) {
    if (isMissing(error)) throw new CodedError('backup_tool', `${program} is not on the PATH`, { cause: error });
    throw new CodedError('backup_failed', `${program}: ${lastLineOf(error)}`, { cause: error });
  }
}

async function invalid<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'backup_failed') throw error;
    throw new CodedError('backup_invalid', `${file} cannot be read: ${error.message}`, { cause: error });
  }
}

function lastLineOf(error: unknown): string {
  const stderr = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  return stderr.trim().split('\n').at(-1) || 'it failed without a message';
}
