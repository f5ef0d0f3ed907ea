/** The files of the backup folder: each is named after the time that it was made, so that their order is that of their names. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface BackupFile {
  readonly path: string;
  /** Without its folder. */
  readonly name: string;
  readonly sizeBytes: number;
  /** ISO time. */
  readonly at: string;
}

export type DatabaseKind = 'sqlite' | 'postgres';

const ENDINGS: Readonly<Record<DatabaseKind, string>> = { sqlite: 'db', postgres: 'pgdump' };
const NAME = /^sidelight-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.(?:db|pgdump)$/;
const PARTIAL = /^\.sidelight-.*\.partial$/;
/** Nothing takes that long: whoever wrote it is gone. */
const ABANDONED_MS = 24 * 3_600_000;
/** So much may two machines that share a folder differ. */
const AHEAD_MS = 60_000;

/** Whether its name tells a time that has not come: it was made when the clock was ahead, nobody knows when. */
export const isAhead = ({ at }: Pick<BackupFile, 'at'>, now: Date): boolean =>
  Date.parse(at) > now.getTime() + AHEAD_MS;

/** A time as a part of a file's name, on every file system. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

export const backupName = (at: Date, kind: DatabaseKind): string => `sidelight-${stampOf(at)}.${ENDINGS[kind]}`;
/** While it is written: no listing shows it. */
export const partialName = (name: string): string => `.${name}.${process.pid}.partial`;

function timeOf(name: string): string | undefined {
  const [, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  return day === undefined ? undefined : `${day}T${hour}:${minute}:${second}.${ms}Z`;
}

/** Only this user may read it: it holds everything that Sidelight knows. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The newest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<readonly BackupFile[]> {
  const names = await namesIn(folder);
  const dated = names.flatMap((name) => {
    const at = timeOf(name);
    return at === undefined ? [] : [{ name, at, path: join(folder, name) }];
  });
  const files = await Promise.all(
    dated.map(async (file) => ({ ...file, sizeBytes: (await stat(file.path)).size }) satisfies BackupFile),
  );
  return files.sort((a, b) => (a.at < b.at ? 1 : -1));
}

/**
 * Removes all but the newest, and what was left unfinished. Those whose time has not come count as the oldest.
 * @param made what was made just now, and stays
 */
export async function pruneBackups(folder: string, keep: number, now: Date, made: string): Promise<void> {
  const files = await listBackups(folder);
  const others = files.filter(({ name }) => name !== made);
  const dated = [...others.filter((file) => !isAhead(file, now)), ...others.filter((file) => isAhead(file, now))];
  for (const { path } of dated.slice(keep - 1)) await rm(path, { force: true });
  for (const name of (await namesIn(folder)).filter((one) => PARTIAL.test(one))) {
    const path = join(folder, name);
    const age = now.getTime() - (await stat(path)).mtimeMs;
    // One of another time than now was left by a clock that was ahead.
    if (age > ABANDONED_MS || age < -AHEAD_MS) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
