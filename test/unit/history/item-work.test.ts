import { mediaItems } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { createMemoryCache } from '#core/cache/memory.js';
import { withWorks } from '#core/derivations/item-work.js';

const title = { libraryId: 'l', title: 'x', addedAt: '2026-11-01T00:00:00.000Z' };
const film = { ...title, kind: 'movie' as const };
const episode = { ...title, kind: 'episode' as const, season: 2, episode: 5 };

/** How many works these titles are, by source. */
async function worksOf(sources: Readonly<Record<string, readonly object[]>>): Promise<number> {
  const cache = createMemoryCache();
  await cache.declare(mediaItems);
  for (const [source, items] of Object.entries(sources)) {
    const changes = [{ port: mediaItems.id, kind: 'replace' as const, items }];
    await cache.commit(await withWorks({ source, task: 't', at: title.addedAt, fills: [], changes }));
  }
  return (await cache.tally(mediaItems, { distinct: 'workId' }, { now: new Date(), zone: 'UTC' })).distinct;
}

describe('a work', () => {
  const CASES: Readonly<
    Record<string, readonly [works: number, sources: Readonly<Record<string, readonly object[]>>]>
  > = {
    'is one in two libraries': [
      1,
      {
        a: [
          { ...film, id: '1', tmdb: '19' },
          { ...film, id: '2', libraryId: 'k', tmdb: '19' },
        ],
      },
    ],
    'is counted by each server that has it': [
      2,
      { a: [{ ...film, id: '1', tmdb: '19' }], b: [{ ...film, id: '1', tmdb: '19' }] },
    ],
    'is one in two versions without public ids': [
      1,
      {
        a: [
          { ...film, id: '1' },
          { ...film, id: '2', versionOf: '1' },
        ],
      },
    ],
    'is itself where nothing is known of it': [
      3,
      {
        a: [
          { ...film, id: '1' },
          { ...film, id: '2' },
        ],
        b: [{ ...film, id: '1' }],
      },
    ],
    'is no series of the same number': [
      2,
      {
        a: [
          { ...film, id: '1', tmdb: '19' },
          { ...film, id: '2', kind: 'series', tmdb: '19' },
        ],
      },
    ],
    'is the episode, though its file bears the ids of the series': [
      2,
      {
        a: [
          { ...episode, id: '1', tvdb: '7' },
          { ...episode, id: '2', episode: 6, tvdb: '7' },
        ],
      },
    ],
  };
  for (const [what, [works, sources]] of Object.entries(CASES)) {
    it(what, async () => {
      expect(await worksOf(sources)).to.equal(works);
    });
  }
});
