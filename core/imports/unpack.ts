/** One file of a zip, written beside: never more of it in memory than a part. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { CodedError } from '../ground/errors.js';
import { beginsWith } from './sqlite-rows.js';

const HEADER = 'PK\u0003\u0004';
/** Left free for everybody else. */
export const SPARE_BYTES = 256 * 1024 ** 2;

export const isZip = (file: string): Promise<boolean> => beginsWith(file, HEADER);

/** What may still be written into a folder. */
export async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.max(0, bavail * bsize - SPARE_BYTES);
}

/**
 * The first file whose name fits.
 * @throws import_file, import_space
 */
export async function unpack(zip: string, to: string, wanted: RegExp): Promise<void> {
  const room = await roomIn(dirname(to));
  const target = await open(to, 'w', 0o600);
  try {
    if (!(await writeFirst(zip, target, wanted, room)))
      throw new CodedError('import_file', 'The zip contains no database');
  } finally {
    await target.close();
  }
}

async function writeFirst(zip: string, target: FileHandle, wanted: RegExp, room: number): Promise<boolean> {
  const parts: Uint8Array[] = [];
  const state: { isFound: boolean; error: Error | null; written: number } = { isFound: false, error: null, written: 0 };
  const unzip = new Unzip((file) => {
    if (state.isFound || !wanted.test(file.name)) return;
    state.isFound = true;
    file.ondata = (error, part) => {
      state.error ??= error;
      if (error === null) parts.push(part);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  const flush = async (): Promise<void> => {
    if (state.error !== null) throw state.error;
    for (const part of parts.splice(0)) {
      state.written += part.length;
      if (state.written > room)
        throw new CodedError('import_space', 'There is not enough space in the data folder to unpack it');
      await target.writeFile(part);
    }
  };
  try {
    for await (const part of createReadStream(zip) as AsyncIterable<Buffer>) {
      unzip.push(part);
      await flush();
    }
    unzip.push(new Uint8Array(), true);
    await flush();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError('import_file', `The zip cannot be read: ${messageOf(error)}`, { cause: error });
  }
  return state.isFound;
}
