import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import type { Clock } from '#core/time/clock.js';
import { AT, batch, ids, replace } from './batches.js';
import { type Place, POSTGRES, postgresPlace } from './caches.js';
import { books, shelves } from './ports.js';

/** Tries again at once. */
const hasty: Clock = {
  now: () => new Date(AT),
  after(_, run) {
    const timer = setTimeout(run, 10);
    return () => clearTimeout(timer);
  },
};

const onPostgres = (): void => {
  let place: Place;
  const closing: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    place = await postgresPlace(POSTGRES ?? '');
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await place.remove();
  });
  const open = async (): Promise<{ cache: Cache; db: Knex }> => {
    const db = await openDatabase(place.location);
    const cache = await createKnexCache(db, { clock: hasty });
    closing.push(async () => {
      await cache.close();
      await db.destroy();
    });
    return { cache, db };
  };
  const terminate = async (db: Knex, statement: string): Promise<void> => {
    await db.raw(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE ?`,
      [statement],
    );
  };

  const heard = (cache: Cache, port: string): Promise<void> =>
    new Promise((resolve) => {
      const stop = cache.onChange((ports) => {
        if (!ports.has(port)) return;
        stop();
        resolve();
      });
    });

  it('hear of the commits of the others', async () => {
    const [one, two] = [await open(), await open()];
    for (const { cache } of [one, two]) {
      await cache.declare(shelves);
      await cache.declare(books);
    }
    const generation = two.cache.generation(shelves.id);
    const news = heard(two.cache, shelves.id);
    await one.cache.commit(batch('one', [replace(shelves, [{ path: '/a', room: 'x' }])]));
    await news;
    expect(two.cache.generation(shelves.id)).to.not.equal(generation);
    expect(two.cache.fetchedAt(shelves.id).get('one')).to.equal(AT);
    expect(await ids(two.cache, shelves)).to.deep.equal(['one//a']);
    const gone = heard(two.cache, shelves.id);
    await one.cache.forget('one', 'everything');
    await gone;
    expect(two.cache.fetchedAt(shelves.id).size).to.equal(0);
  });

  it('take everything as changed after a gap in hearing', async () => {
    const [one, two] = [await open(), await open()];
    for (const { cache } of [one, two]) await cache.declare(shelves);
    const generation = two.cache.generation(shelves.id);
    const gap = heard(two.cache, shelves.id);
    await terminate(one.db, 'LISTEN%');
    await gap;
    expect(two.cache.generation(shelves.id)).to.not.equal(generation);
  });
};

if (POSTGRES !== undefined) describe('instances on one PostgreSQL', onPostgres);
