/** Folders of a test's own, removed when it is over. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TempFolder {
  readonly path: string;
  /** Writes a file, with the folders that it is in; returns its path. */
  write(name: string, text: string): string;
  remove(): void;
}

export function tempFolder(): TempFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sidelight-')));
  return {
    path,
    write(name, text) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
