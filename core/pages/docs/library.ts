/** The documentation of this installation, read when it is asked for. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { filesOf } from './addresses.js';
import { type NavigationGroup, navigationOf } from './navigation.js';
import type { RenderedPage } from './render-page.js';

interface Kept {
  readonly changedAt: number;
  readonly page: RenderedPage;
}

/** Few people read, and one page at a time. */
const KEPT = 8;
/** Who asks for a page chooses its name, however long. */
const NO_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENAMETOOLONG']);

export class Library {
  private readonly pages = new LRUCache<string, Kept>({ max: KEPT });

  /** @param root of the installation */
  constructor(private readonly root: string) {}

  /** undefined: there is no such page. */
  async page(name: string, base: string): Promise<RenderedPage | undefined> {
    for (const file of filesOf(name)) {
      const changedAt = await this.changedAt(file);
      if (changedAt !== undefined) return this.rendered(file, changedAt, base);
    }
    return undefined;
  }

  async navigation(name: string, base: string): Promise<readonly NavigationGroup[]> {
    return navigationOf(await readFile(join(this.root, 'docs', 'README.md'), 'utf8'), name, base);
  }

  /** The renderer is loaded with the first page: a daemon that shows none does not hold it. */
  private async rendered(file: string, changedAt: number, base: string): Promise<RenderedPage> {
    const kept = this.pages.get(file);
    if (kept?.changedAt === changedAt) return kept.page;
    const [{ renderPage }, markdown] = await Promise.all([
      import('./render-page.js'),
      readFile(join(this.root, file), 'utf8'),
    ]);
    const page = renderPage(markdown, { file, base });
    this.pages.set(file, { changedAt, page });
    return page;
  }

  private async changedAt(file: string): Promise<number | undefined> {
    try {
      return (await stat(join(this.root, file))).mtimeMs;
    } catch (error) {
      if (error instanceof Error && 'code' in error && NO_FILE.has(error.code)) return undefined;
      throw error;
    }
  }
}
