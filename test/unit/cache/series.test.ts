/** Sums by day and hour: the same on every cache, in every zone, and read again only for the day in which something changed. */
import { series } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache, Scope } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { append, batch, loan } from './batches.js';
import { type Place, sqlitePlace } from './caches.js';
import { onEachCache } from './on-each-cache.js';
import { loans } from './ports.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const scope = (zone = 'UTC', more: Partial<Scope> = {}): Scope => ({ now: NOW, zone, ...more });

const LENT = [
  loan('a', '2026-11-20T09:00:00.000Z', { reader: 'ada', bookId: 'b1', days: 3 }),
  loan('b', '2026-11-20T10:15:00.000Z', { reader: 'ada', bookId: 'b1', days: 4 }),
  loan('c', '2026-11-19T23:30:00.000Z', { reader: 'bob', bookId: 'b2', days: 5 }),
  loan('d', '2026-11-12T10:45:00.000Z', { reader: 'ada', bookId: 'b3', days: 6 }),
  loan('e', '2026-10-25T00:30:00.000Z', { reader: 'bob', bookId: 'b3', days: 7 }),
];

/** "2026-11-20 ada: 2 of 1, 7": count, different values, sum. */
const told = async (cache: Cache, query: Parameters<typeof series<typeof loans>>[1], where = scope()) =>
  (await cache.series(loans, series(loans, query).query ?? {}, where)).map(
    ({ at, key, count, distinct, sum }) => `${at}${key === null ? '' : ` ${key}`}: ${count} of ${distinct}, ${sum}`,
  );

onEachCache('a series', (subject) => {
  const filled = async (): Promise<Cache> => {
    const { cache } = subject;
    await cache.declare(loans);
    await cache.commit(batch('one', [append(loans, LENT.slice(0, 3))]), batch('two', [append(loans, LENT.slice(3))]));
    return cache;
  };

  it('has count, sum and different values of each day, group by group, and nothing of what is older', async () => {
    const cache = await filled();
    const query = { per: 'day', by: 'reader', sum: 'days', distinct: 'bookId', days: 9 } as const;
    expect(await told(cache, query)).to.deep.equal([
      '2026-11-12 ada: 1 of 1, 6',
      '2026-11-19 bob: 1 of 1, 5',
      '2026-11-20 ada: 2 of 1, 7',
    ]);
    expect(await told(cache, { per: 'day', days: 2 })).to.deep.equal([
      '2026-11-19: 1 of 0, 0',
      '2026-11-20: 2 of 0, 0',
    ]);
    expect(await told(cache, { ...query, days: 1 })).to.deep.equal(['2026-11-20 ada: 2 of 1, 7']);
    expect(await told(cache, { ...query, where: { reader: 'bob' } })).to.deep.equal(['2026-11-19 bob: 1 of 1, 5']);
    expect(await told(cache, query, scope('UTC', { sources: ['two'] }))).to.deep.equal(['2026-11-12 ada: 1 of 1, 6']);
  });

  it('goes by the days of the zone, those with another number of hours among them', async () => {
    const cache = await filled();
    expect(await told(cache, { per: 'day', days: 2 }, scope('Asia/Tokyo'))).to.deep.equal(['2026-11-20: 3 of 0, 0']);
    // Clocks go back at 01:00 UTC: the day has 25 hours.
    const autumn = await told(cache, { per: 'day', days: 30, by: 'reader' }, scope('Europe/Berlin'));
    expect(autumn[0]).to.equal('2026-10-25 bob: 1 of 0, 0');
    expect(await told(cache, { per: 'day', days: 27 }, scope('Europe/Berlin'))).to.have.lengthOf(3);
  });

  it('adds days up to months and weekdays', async () => {
    const cache = await filled();
    const month = { per: 'month', days: 60, sum: 'days', distinct: 'bookId' } as const;
    expect(await told(cache, month)).to.deep.equal(['2026-10: 1 of 1, 7', '2026-11: 4 of 3, 18']);
    // The 20th is a Friday, the 12th and the 19th are Thursdays, the 25th of October is a Sunday.
    expect(await told(cache, { per: 'weekday', days: 60 })).to.deep.equal([
      '4: 2 of 0, 0',
      '5: 2 of 0, 0',
      '7: 1 of 0, 0',
    ]);
  });

  it('has hours, of zones that are a part of one apart, too', async () => {
    const cache = await filled();
    expect(await told(cache, { per: 'hour', days: 1, sum: 'days' })).to.deep.equal([
      '2026-11-20T09:00:00.000Z: 1 of 0, 3',
      '2026-11-20T10:00:00.000Z: 1 of 0, 4',
    ]);
    const kathmandu = scope('Asia/Kathmandu');
    expect(await told(cache, { per: 'hour', days: 1 }, kathmandu)).to.deep.equal([
      '2026-11-19T23:15:00.000Z: 1 of 0, 0',
      '2026-11-20T08:15:00.000Z: 1 of 0, 0',
      '2026-11-20T10:15:00.000Z: 1 of 0, 0',
    ]);
    expect(await told(cache, { per: 'hourOfDay', days: 9 })).to.deep.equal([
      '9: 1 of 0, 0',
      '10: 2 of 0, 0',
      '23: 1 of 0, 0',
    ]);
  });

  it('follows what is added, changed and forgotten', async () => {
    const cache = await filled();
    const query = { per: 'day', days: 9, sum: 'days' } as const;
    await told(cache, query);
    await cache.commit(batch('one', [append(loans, [loan('f', '2026-11-12T01:00:00.000Z', { days: 1 })])]));
    expect((await told(cache, query))[0]).to.equal('2026-11-12: 2 of 0, 7');
    await cache.forget('two', 'everything');
    expect((await told(cache, query))[0]).to.equal('2026-11-12: 1 of 0, 1');
  });
});

describe('the statements of a series', () => {
  let place: Place;
  let db: Knex;
  let cache: Cache;
  before(async () => {
    place = await sqlitePlace();
    db = await openDatabase(place.location);
    cache = await createKnexCache(db);
    await cache.declare(loans);
    await cache.commit(batch('one', [append(loans, LENT)]));
  });
  after(async () => {
    await cache.close();
    await db.destroy();
    await place.remove();
  });

  /** How many days were read. */
  const sent = async (days = 30): Promise<number> => {
    let count = 0;
    const note = (): void => {
      count += 1;
    };
    db.on('query', note);
    await told(cache, { per: 'day', days, by: 'reader' });
    db.removeListener('query', note);
    return count;
  };

  it('are one for each day the first time, and none after that', async () => {
    expect(await sent()).to.equal(30);
    expect(await sent()).to.equal(0);
    expect(await sent(31)).to.equal(1);
  });

  it('are one for the day in which something changed, however often something does', async () => {
    for (let n = 0; n < 300; n++) {
      const at = `2026-11-20T11:${String(n % 60).padStart(2, '0')}:00.000Z`;
      await cache.commit(batch('one', [append(loans, [loan(`new-${n}`, at)])]));
    }
    expect(await sent()).to.equal(1);
  });
});
