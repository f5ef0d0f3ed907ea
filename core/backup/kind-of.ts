import { open } from 'node:fs/promises';
import { messageOf } from '@sidelight/plugin-api';
import { CodedError } from '../errors.js';
import type { DatabaseKind } from './backup-file.js';

const LONGEST = 16;
const MARKS: readonly (readonly [string, DatabaseKind])[] = [
  ['SQLite format 3\0', 'sqlite'],
  ['PGDMP', 'postgres'],
];

/** Which kind of database a backup is of, by its first bytes. @throws backup_invalid */
export async function kindOf(file: string): Promise<DatabaseKind> {
  const begins = await firstBytes(file);
  const [, kind] = MARKS.find(([mark]) => begins.startsWith(mark)) ?? [];
  if (kind === undefined) throw new CodedError('backup_invalid', `${file} is no backup of Sidelight`);
  return kind;
}

async function firstBytes(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(LONGEST), 0, LONGEST, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CodedError('backup_invalid', `${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
