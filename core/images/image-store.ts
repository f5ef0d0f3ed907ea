/** Pictures of upstreams, kept on the disk: asked for once, and only as long as there is room. */
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_BYTES } from '@sidelight/plugin-api';
import { fail } from '@sidelight/plugin-api/errors';
import type { Sources } from '../plugins/source.js';
import type { Clock } from '../time/clock.js';
import type { Picture } from './addresses.js';

export interface StoredImage {
  /** `image/jpeg`, as its first bytes say. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Of the bytes. */
  readonly etag: string;
}

export interface ImageStoreParts {
  readonly folder: string;
  readonly sources: Pick<Sources, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Bytes on the disk. */
  readonly room?: number;
}

const ROOM = 200_000_000;
const PATIENCE_MS = 15_000;
/** What could not be had is not asked for again at once: pages ask for it with each of their rounds. */
const REST_MS = 60_000;
const MOST_FAILURES = 1000;
/** A wall of posters asks for all of them at once; an upstream is asked for so many. */
const LANES = 4;

export class ImageStore {
  /** Two who ask at once ask once. */
  private readonly flights = new Map<string, Promise<StoredImage>>();
  private readonly failures = new Map<string, { readonly error: unknown; readonly until: number }>();
  /** The last of each lane of a source. */
  private readonly lanes = new Map<string, Promise<unknown>>();
  /** Bytes by file; what was shown last stands last. */
  private held: Promise<Map<string, number>> | undefined;

  constructor(private readonly parts: ImageStoreParts) {}

  /** @throws not_found, bad_response, and what the upstream's own call throws */
  get(picture: Picture): Promise<StoredImage> {
    const file = hash('sha256', JSON.stringify([picture.source, picture.name]));
    const known = this.flights.get(file);
    if (known !== undefined) return known;
    const flight = this.kept(file)
      .then((image) => image ?? this.fetched(picture, file))
      .finally(() => this.flights.delete(file));
    this.flights.set(file, flight);
    return flight;
  }

  private async kept(file: string): Promise<StoredImage | undefined> {
    try {
      const image = imageOf(await readFile(join(this.parts.folder, file)));
      const now = this.parts.clock.now();
      await utimes(join(this.parts.folder, file), now, now);
      this.shown(await this.files(), file, image.bytes.length);
      return image;
    } catch {
      // It was never kept, it was swept away meanwhile, or it is no picture any more: it is asked for.
      return undefined;
    }
  }

  private async fetched(picture: Picture, file: string): Promise<StoredImage> {
    const now = this.parts.clock.now().getTime();
    const failure = this.failures.get(file);
    if (failure !== undefined && now < failure.until) throw failure.error;
    try {
      const image = await this.inLane(`${picture.source} ${Number.parseInt(file.slice(0, 8), 16) % LANES}`, () =>
        this.asked(picture),
      );
      this.failures.delete(file);
      await this.keep(file, image);
      return image;
    } catch (error) {
      if (this.failures.size >= MOST_FAILURES) this.failures.clear();
      this.failures.set(file, { error, until: now + REST_MS });
      throw error;
    }
  }

  private inLane<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const run = (this.lanes.get(lane) ?? Promise.resolve()).then(work, work);
    this.lanes.set(lane, run);
    return run;
  }

  private async asked({ source, name }: Picture): Promise<StoredImage> {
    const integration = this.parts.sources.get(source)?.integration;
    if (integration?.image === undefined) throw fail('not_found', `${source} has no pictures`);
    const { bytes } = await integration.image(name, AbortSignal.timeout(PATIENCE_MS));
    return imageOf(bytes);
  }

  /** A picture that cannot be kept is shown all the same. */
  private async keep(file: string, { bytes }: StoredImage): Promise<void> {
    const { folder, room = ROOM } = this.parts;
    const partial = join(folder, `.${file}.${process.pid}.partial`);
    try {
      const files = await this.files();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(partial, bytes, { mode: 0o600 });
      await rename(partial, join(folder, file));
      this.shown(files, file, bytes.length);
      let rest = [...files.values()].reduce((sum, size) => sum + size, 0);
      for (const [oldest, size] of files) {
        if (rest <= room) break;
        files.delete(oldest);
        await rm(join(folder, oldest), { force: true });
        rest -= size;
      }
    } catch {
      await rm(partial, { force: true }).catch(() => undefined);
    }
  }

  private shown(files: Map<string, number>, file: string, size: number): void {
    files.delete(file);
    files.set(file, size);
  }

  /** Those that are there from before, with the one first that nobody has looked at for longest. */
  private files(): Promise<Map<string, number>> {
    this.held ??= this.found().catch(() => new Map());
    return this.held;
  }

  private async found(): Promise<Map<string, number>> {
    const { folder } = this.parts;
    const files: { readonly name: string; readonly size: number; readonly mtimeMs: number }[] = [];
    for (const name of await readdir(folder)) {
      // What a killed daemon had begun to write.
      if (name.endsWith('.partial')) await rm(join(folder, name), { force: true });
      else files.push({ name, ...(await stat(join(folder, name))) });
    }
    return new Map(files.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ name, size }) => [name, size]));
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
  if (bytes.length > IMAGE_BYTES) throw fail('bad_response', 'the picture is larger than 5 MB');
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const [, type] = BEGINNINGS.find(([beginning]) => beginning.test(head)) ?? [];
  if (type === undefined) throw fail('bad_response', 'the response is not a picture');
  return { type, bytes, etag: `"${hash('sha256', bytes).slice(0, 24)}"` };
}
