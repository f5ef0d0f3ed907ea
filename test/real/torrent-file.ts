/** Torrents whose content is made here, the same on every machine. */
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TorrentFile {
  /** Its one file, too. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The info hash, in lower case. */
  readonly hash: string;
  /** The .torrent itself. */
  readonly bytes: Buffer;
  /** Writes the content into a folder. */
  save(folder: string): void;
}

const PIECE_BYTES = 262_144;

/** A file of pseudo-random bytes that depend on its name alone. */
export function smallTorrent(name: string, announce: string): TorrentFile {
  const content = createHash('shake128', { outputLength: 3_000_000 }).update(name).digest();
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += PIECE_BYTES) pieces.push(sha1(content.subarray(at, at + PIECE_BYTES)));
  const save = (folder: string) => writeFileSync(join(folder, name), content);
  return { ...torrent(name, announce, content.length, Buffer.concat(pieces)), save };
}

/** A file of zeros, which takes no disk until somebody has downloaded it. */
export function largeTorrent(name: string, announce: string, pieces: number): TorrentFile {
  const sizeBytes = pieces * PIECE_BYTES;
  const piece = sha1(Buffer.alloc(PIECE_BYTES));
  return {
    ...torrent(name, announce, sizeBytes, Buffer.concat(Array.from({ length: pieces }, () => piece))),
    save(folder) {
      const file = openSync(join(folder, name), 'w');
      ftruncateSync(file, sizeBytes);
      closeSync(file);
    },
  };
}

const sha1 = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest();

function torrent(name: string, announce: string, sizeBytes: number, pieces: Buffer) {
  const info = bencode({ length: sizeBytes, name, 'piece length': PIECE_BYTES, pieces });
  const bytes = Buffer.concat([
    Buffer.from('d'),
    bencode('announce'),
    bencode(announce),
    bencode('info'),
    info,
    Buffer.from('e'),
  ]);
  return { name, sizeBytes, hash: sha1(info).toString('hex'), bytes };
}

type Bencodable = number | string | Buffer | { readonly [key: string]: Bencodable };

function bencode(value: Bencodable): Buffer {
  if (typeof value === 'number') return Buffer.from(`i${value}e`);
  if (typeof value === 'string') return bencode(Buffer.from(value));
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from(`${value.length}:`), value]);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = entries.flatMap(([key, child]) => [bencode(key), bencode(child)]);
  return Buffer.concat([Buffer.from('d'), ...parts, Buffer.from('e')]);
}
