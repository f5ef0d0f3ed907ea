/** What holds all titles of a large library at once does not hold up the daemon: the work is done in turns. */
import { definePort } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { batch, patch, replace } from './batches.js';
import { DATABASES, type Place } from './caches.js';
import { sentBy } from './explain.js';
import { shelves } from './ports.js';

/** Takes as long as a thousand keys do, so that a small list is a large one. */
function slowly(): void {
  for (const end = performance.now() + 0.1; performance.now() < end; );
}

const rooms = (count: number, room = 'x') => Array.from({ length: count }, (_, i) => ({ path: `/${i}`, room }));

for (const { name, make } of DATABASES) {
  describe(`a library of many titles: ${name}`, () => {
    let place: Place;
    let db: Knex;
    let cache: Cache;
    beforeEach(async () => {
      place = await make();
      db = await openDatabase(place.location);
      cache = await createKnexCache(db);
    });
    afterEach(async () => {
      await cache.close();
      await db.destroy();
      await place.remove();
    });

    it('is planned in turns, between which the daemon does other things', async () => {
      let keyed = 0;
      let most = 0;
      const slow = definePort({
        ...shelves,
        key(shelf) {
          slowly();
          keyed += 1;
          return shelf.path;
        },
      });
      await cache.declare(slow);
      let ended = false;
      const look = (): void => {
        most = Math.max(most, keyed);
        keyed = 0;
        if (!ended) setImmediate(look);
      };
      look();
      await cache.commit(batch('one', [replace(slow, rooms(4000))]));
      ended = true;
      expect(most).to.be.within(1, 1000);
    });

    it('is all or nothing all the same', async () => {
      await cache.declare(shelves);
      await cache.commit(batch('one', [replace(shelves, rooms(3000))]));
      const wrong = batch('two', [patch({ ...shelves, id: 'test.nowhere' }, rooms(1))]);
      const error = await cache
        .commit(batch('one', [replace(shelves, rooms(3000, 'y'))]), wrong)
        .catch((e: Error) => e);
      expect(error).to.be.instanceOf(Error);
      const rows = await cache.rows(shelves, {}, { now: new Date(0), zone: 'UTC' });
      expect(new Set(rows.map(({ room }) => room))).to.deep.equal(new Set(['x']));
    });

    it('tells its keys page by page, each page as one text', async () => {
      await cache.declare(shelves);
      const long = `/${'x'.repeat(600)}`;
      await cache.commit(batch('one', [patch(shelves, [...rooms(12_000), { path: long, room: 'x' }])]));
      await cache.commit(batch('two', [patch(shelves, [{ path: '/another', room: 'x' }])]));
      let held: ReadonlySet<string> = new Set();
      const sent = await sentBy(db, async () => {
        held = await cache.held(shelves.id, 'one');
      });
      expect(held.size).to.equal(12_001);
      expect([held.has('/0'), held.has('/11999'), held.has(long), held.has('/another')]).to.deep.equal([
        ...[true, true, true, false],
      ]);
      expect(sent.length).to.be.at.most(4);
      for (const { sql } of sent) expect(sql).to.match(/json_(group_array|agg)\(|key"? (IN|= ANY)/);
    });
  });
}
