/** Pictures of upstreams, kept on the disk: asked for once, and only as long as there is room. */
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '@sidelight/plugin-api/errors';
import type { Sources } from '../plugins/source.js';
import type { Picture } from './addresses.js';

export interface StoredImage {
  /** `image/jpeg`, as its first bytes say. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Of the bytes. */
  readonly etag: string;
}

const LARGEST = 5_000_000;
const PATIENCE_MS = 15_000;

export class ImageStore {
  /** Two who ask at once ask once. */
  private readonly flights = new Map<string, Promise<StoredImage>>();

  /** @param room bytes on the disk */
  constructor(
    private readonly folder: string,
    private readonly sources: Pick<Sources, 'get'>,
    private readonly room = 200_000_000,
  ) {}

  /** @throws not_found, bad_response, and what the upstream's own call throws */
  get(picture: Picture): Promise<StoredImage> {
    const name = hash('sha256', JSON.stringify([picture.source, picture.name]));
    const known = this.flights.get(name);
    if (known !== undefined) return known;
    const flight = this.kept(name)
      .then((image) => image ?? this.fetched(picture, name))
      .finally(() => this.flights.delete(name));
    this.flights.set(name, flight);
    return flight;
  }

  private async kept(name: string): Promise<StoredImage | undefined> {
    const file = join(this.folder, name);
    try {
      const bytes = await readFile(file);
      // What was shown last stays longest.
      const now = new Date();
      await utimes(file, now, now);
      return imageOf(bytes);
    } catch {
      // It was never kept, it was swept away meanwhile, or it is no picture any more: it is asked for.
      return undefined;
    }
  }

  private async fetched({ source, name }: Picture, file: string): Promise<StoredImage> {
    const integration = this.sources.get(source)?.integration;
    if (integration?.image === undefined) throw fail('not_found', `${source} has no pictures`);
    const { bytes } = await integration.image(name, AbortSignal.timeout(PATIENCE_MS));
    const image = imageOf(bytes);
    await this.keep(file, bytes);
    return image;
  }

  /** A picture that cannot be kept is shown all the same. */
  private async keep(name: string, bytes: Uint8Array): Promise<void> {
    const partial = join(this.folder, `.${name}.${process.pid}.partial`);
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await writeFile(partial, bytes, { mode: 0o600 });
      await rename(partial, join(this.folder, name));
      await this.sweep();
    } catch {
      await rm(partial, { force: true }).catch(() => undefined);
    }
  }

  /** Those that nobody has looked at for longest make room. */
  private async sweep(): Promise<void> {
    const names = await readdir(this.folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(this.folder, name));
        return { name, size, mtimeMs };
      }),
    );
    let rest = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (rest <= this.room) return;
      await rm(join(this.folder, name), { force: true });
      rest -= size;
    }
  }
}

/** What bytes begin with, by the type that they are then. A header may say anything. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
];

/** @throws bad_response for what is too large, or no picture */
export function imageOf(bytes: Uint8Array): StoredImage {
  if (bytes.length > LARGEST) throw fail('bad_response', 'the picture is larger than 5 MB');
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const [, type] = BEGINNINGS.find(([beginning]) => beginning.test(head)) ?? [];
  if (type === undefined) throw fail('bad_response', 'what came is no picture');
  return { type, bytes, etag: `"${hash('sha256', bytes).slice(0, 24)}"` };
}
