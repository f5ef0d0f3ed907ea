/** What it costs to count the works of a large library: no row is looked at. */
import { mediaItems, type Read } from '@sidelight/plugin-api';
import { askedReads } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { declarePorts } from '#core/derivations/ports.js';
import { widget as catalog } from '#widgets/catalog.js';
import { widget as recent } from '#widgets/recent.js';
import { batch, patch, SCOPE } from './batches.js';
import { sqlitePlace } from './caches.js';

const reads: readonly Read[] = [catalog, recent].flatMap((widget) =>
  [...askedReads(widget).values()].flatMap((asked) => Object.values(asked)),
);
const ever = reads.filter(({ kind, port, query }) => kind === 'tally' && port?.id === mediaItems.id && !query?.since);

const film = (id: string, workId: string) => ({
  ...{ id, workId, kind: 'movie' as const },
  ...{ libraryId: 'l', title: 'Metropolis', addedAt: '2026-11-20T20:00:00.000Z' },
});

describe('the statements behind the numbers of a library', () => {
  it('ask the counters how many works there are, and they know', async () => {
    const place = await sqlitePlace();
    const db = await openDatabase(place.location);
    const cache = await createKnexCache(db);
    try {
      await declarePorts(cache, [mediaItems], reads);
      const one = film('1', 'movie:tmdb:19');
      const films = [one, film('2', 'movie:tmdb:19'), film('3', 'movie:tmdb:20')];
      await cache.commit(batch('tv', [patch(mediaItems, films)]));
      await cache.commit(batch('tv', [patch(mediaItems, [], ['3'])]), batch('den', [patch(mediaItems, [one])]));
      const sent: string[] = [];
      db.on('query', ({ sql }: { readonly sql: string }) => void sent.push(sql));
      const tallies = await Promise.all(ever.map(({ query = {} }) => cache.tally(mediaItems, query, SCOPE)));
      expect(sent).to.have.lengthOf(ever.length);
      for (const sql of sent) expect(sql).to.match(/FROM counters WHERE/);
      expect(tallies.map(({ count, distinct }) => [count, distinct])).to.deep.equal([
        [3, 2],
        [0, 0],
        [0, 0],
        [3, 2],
      ]);
    } finally {
      await cache.close();
      await db.destroy();
      await place.remove();
    }
  });
});
