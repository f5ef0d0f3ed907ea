import type { Cache } from '#core/cache/cache.js';
import { KINDS, type Opened } from './caches.js';

export interface Subject {
  readonly cache: Cache;
  again(): Promise<Cache>;
}

/** The same tests on every kind of cache, each test on an empty one. */
export function onEachCache(title: string, tests: (subject: Subject) => void): void {
  for (const { name, open } of KINDS) {
    describe(`${title}: ${name}`, () => {
      let opened: Opened | undefined;
      const use = (): Opened => {
        if (opened === undefined) throw new Error('used outside of a test');
        return opened;
      };
      beforeEach(async () => {
        opened = await open();
      });
      afterEach(async () => {
        await opened?.close();
        opened = undefined;
      });
      tests({
        get cache() {
          return use().cache;
        },
        again: () => use().again(),
      });
    });
  }
}
