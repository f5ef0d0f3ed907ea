/** All files of a pack in one. What takes time is done by the threads of zlib: the loop only puts the pieces together. */
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { ComposedFile } from './compose-packs.js';

const deflated = promisify(deflateRaw);
/** As the format counts the ways to compress. */
const DEFLATE = 8;
/** The same files give the same archive, whenever it is made. */
const ARCHIVE_TIME = '2000-01-01 00:00:00';

export async function archiveOf(files: readonly ComposedFile[]): Promise<Uint8Array> {
  const packed = await Promise.all(
    files.map(async ({ path, text }) => {
      const plain = Buffer.from(text);
      return { path, size: plain.length, crc: crc32(plain), bytes: await deflated(plain) };
    }),
  );
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(piece);
  });
  for (const { path, size, crc, bytes } of packed) {
    const file: ZipInputFile = { filename: path, size, crc, compression: DEFLATE, mtime: ARCHIVE_TIME };
    zip.add(file);
    file.ondata?.(null, bytes, true);
  }
  zip.end();
  return Buffer.concat(pieces);
}
