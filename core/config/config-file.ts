/** The file of a config, written from within: whole or not at all, what it was before is kept, and secrets have files of their own. */
import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';

export interface FileChange {
  /** The text that was changed; where the file holds another one by now, nothing is written. */
  readonly before: string;
  readonly text: string;
  /** Absolute path → text. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Below the data folder. */
const SECRETS = 'secrets';
const FORMER = 'config-history';
/** Former texts that are kept. */
const KEPT = 20;

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

export class ConfigFile {
  constructor(
    readonly path: string,
    private readonly dataDir: string,
  ) {}

  /** '' while there is none. @throws config_missing */
  async read(): Promise<string> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
      throw new CodedError('config_missing', `${this.path} cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Why it cannot be written, as a sentence; null: it can. */
  async refusal(): Promise<string | null> {
    try {
      await access(this.path, constants.W_OK);
      return null;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return `This user may not write to ${this.path}`;
    }
    const folder = dirname(this.path);
    return access(folder, constants.W_OK).then(
      () => null,
      () => `This user may not write to ${folder}`,
    );
  }

  /** A new place for a secret: its absolute path, and how the config names it. */
  secretPlace(entry: string, field: string): { readonly path: string; readonly named: string } {
    const path = join(this.dataDir, SECRETS, `${entry}.${field}.${randomBytes(4).toString('hex')}`);
    const below = relative(dirname(this.path), path);
    return { path, named: `file:${below.startsWith('..') ? path : `./${below}`}` };
  }

  /** @throws config_changed, config_unwritable, disk_full: nothing was written */
  async write({ before, text, secrets }: FileChange, now: Date): Promise<void> {
    const made: string[] = [];
    try {
      await this.keep(before, now);
      await mkdir(join(this.dataDir, SECRETS), { recursive: true, mode: 0o700 });
      for (const [path, secret] of secrets) {
        made.push(path);
        await writeFile(path, secret, { mode: 0o600, flag: 'wx', flush: true });
      }
      if ((await this.read()) !== before) {
        throw new CodedError('config_changed', `${this.path} was changed in the meantime`);
      }
      await this.replace(text);
    } catch (error) {
      for (const path of made) await rm(path, { force: true });
      throw this.coded(error);
    }
    await this.sweep(text);
  }

  private async keep(before: string, now: Date): Promise<void> {
    if (before === '') return;
    const folder = join(this.dataDir, FORMER);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stamp = now.toISOString().replace(/[-:]/g, '').replace('.', '-');
    await writeFile(join(folder, `sidelight-${stamp}.yaml`), before, { mode: 0o600, flush: true });
  }

  private async replace(text: string): Promise<void> {
    // A link stays one.
    const file = await realpath(this.path).catch(() => this.path);
    const mode = await stat(file).then(
      (found) => found.mode & 0o777,
      () => 0o640,
    );
    const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`);
    try {
      await writeFile(partial, text, { mode, flush: true });
      await chmod(partial, mode);
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined);
      // A file that is mounted alone cannot be replaced, nor one in a folder of somebody else's: it can be written to.
      if (!['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)))) throw error;
      await overwrite(file, text);
    }
  }

  /** Former texts beyond those that are kept, and secrets that no text names any more. */
  private async sweep(text: string): Promise<void> {
    const folder = join(this.dataDir, FORMER);
    const former = (await namesIn(folder)).filter((name) => name.endsWith('.yaml')).sort();
    for (const name of former.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
    const kept = await Promise.all(former.slice(-KEPT).map((name) => readFile(join(folder, name), 'utf8')));
    for (const name of await namesIn(join(this.dataDir, SECRETS))) {
      if (![text, ...kept].some((each) => each.includes(name)))
        await rm(join(this.dataDir, SECRETS, name), { force: true });
    }
  }

  private coded(error: unknown): unknown {
    const code = String(codeOf(error));
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      return new CodedError('disk_full', `The disk is full: ${basename(this.path)} was not changed`, {
        cause: error,
      });
    }
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
      const what = (error as NodeJS.ErrnoException).path ?? this.path;
      return new CodedError('config_unwritable', `This user may not write to ${resolve(what)}`, { cause: error });
    }
    return error;
  }
}

/** Where a file cannot be replaced: what it held is kept already. */
async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const bytes = Buffer.from(text);
    await handle.write(bytes, 0, bytes.length, 0);
    await handle.truncate(bytes.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
