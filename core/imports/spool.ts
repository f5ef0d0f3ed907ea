/** Files that somebody uploaded, in a folder of their own: none outlives its use, whatever happens. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CodedError } from '../ground/errors.js';
import { roomIn } from './unpack.js';

/** Kilobytes a second that an upload has to come with. */
const LEAST_RATE = 64 * 1024;
const LOOK_MS = 15_000;

export interface SpoolPace {
  readonly bytesPerSecond: number;
  /** The rate is looked at so often. */
  readonly lookMs: number;
}

export class Spool {
  constructor(
    readonly folder: string,
    private readonly pace: SpoolPace = { bytesPerSecond: LEAST_RATE, lookMs: LOOK_MS },
  ) {}

  /** What a process before this one left behind goes. */
  async open(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Bytes that an upload may have now. */
  async room(): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return roomIn(this.folder);
  }

  /** @throws import_space */
  async demandRoom(bytes: number): Promise<void> {
    const room = await this.room();
    if (bytes <= room) return;
    throw new CodedError('import_space', `The file is too large: ${inWords(bytes)}, with space for ${inWords(room)}`);
  }

  /**
   * Writes what comes to a file, and gives its path.
   * @throws import_space, upload_slow
   */
  async receive(stream: Readable): Promise<string> {
    // It may break off before it is read: whoever reads it is told then.
    stream.on('error', () => undefined);
    const file = join(this.folder, randomUUID());
    const room = await this.room();
    const target = await open(file, 'wx', 0o600);
    try {
      await this.write(stream, target, room);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await target.close();
    }
    return file;
  }

  private async write(stream: Readable, target: FileHandle, room: number): Promise<void> {
    const { bytesPerSecond, lookMs } = this.pace;
    let [written, before] = [0, 0];
    const watch = setInterval(() => {
      if (written - before < (bytesPerSecond * lookMs) / 1000) {
        const rate = `${Math.ceil(bytesPerSecond / 1024)} kB a second`;
        stream.destroy(new CodedError('upload_slow', `The upload was cancelled: it was slower than ${rate}`));
      }
      before = written;
    }, lookMs);
    try {
      for await (const part of stream as AsyncIterable<Buffer>) {
        written += part.length;
        if (written > room) throw new CodedError('import_space', `There is no space for more than ${inWords(room)}`);
        await target.writeFile(part);
      }
    } finally {
      clearInterval(watch);
    }
  }

  async drop(file: string): Promise<void> {
    await rm(file, { force: true });
  }
}

export function inWords(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['GB', 1e9] as const) : (['MB', 1e6] as const);
  return `${(bytes / size).toFixed(1)} ${unit}`;
}
