/** A port with other indexed fields than before: its rows stay where they are, and are found as if they had been written so. */
import { type AnyPort, definePort, oneOf, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { append, batch, ids, SCOPE } from './batches.js';
import { DATABASES, type Place } from './caches.js';
import { sentBy } from './explain.js';

const FIELDS = ['who', 'device', 'heard', 'length', 'share', 'place'] as const;

const trips = (index: readonly string[]): AnyPort =>
  definePort({
    id: 'test.trips',
    keep: 'log',
    days: 10_000,
    key: (trip) => trip.id,
    at: (trip) => trip.at,
    index: index as never,
    item: Type.Object({
      id: Type.String(),
      at: Type.String(),
      who: Type.String(),
      device: Type.Optional(Type.String()),
      heard: Type.Optional(Type.Boolean()),
      length: Type.Optional(Type.Integer()),
      share: Type.Optional(Type.Number()),
      place: Type.Optional(oneOf('here', 'there')),
    }),
  });

const at = (day: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + day * 86_400_000).toISOString();

const LONG = 'ä'.repeat(400);

const ROWS = [
  { who: 'ann', device: 'tv', heard: true, length: 5, share: 0.1, place: 'here' },
  { who: 'ann', device: 'it\'s "one"\n\u2028', heard: false, length: 0, share: 1, place: 'there' },
  { who: 'bob' },
  { who: 'bob', device: LONG, length: -7, share: 1e-9 },
  { who: 'eve', device: '#sha256:no', length: 9_007_199_254_740_991, share: 2.5e20, place: 'here' },
  { who: 'eve', device: '', heard: true },
  { who: 'eve', device: `${LONG}${LONG}`, heard: true },
].map((row, i) => ({ id: `t${i}`, at: at(i), ...row }));

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  who: ['ann', 'bob', 'eve'],
  device: ['tv', 'it\'s "one"\n\u2028', LONG, `${LONG}${LONG}`, '#sha256:no', '', undefined],
  heard: [true, false, undefined],
  length: [5, 0, -7, 9_007_199_254_740_991, undefined],
  share: [0.1, 1, 1e-9, 2.5e20],
  place: ['here', 'there', undefined],
};

async function answers(cache: Cache, port: AnyPort, fields: readonly string[]): Promise<unknown> {
  const found: unknown[] = [];
  for (const field of fields) {
    for (const value of VALUES[field] ?? [])
      found.push([field, value, await ids(cache, port, { where: { [field]: value } })]);
    found.push(await cache.top(port, { by: field }, SCOPE), await cache.tally(port, { distinct: field }, SCOPE));
  }
  return found;
}

for (const { name, make } of DATABASES) {
  describe(`a port that is indexed anew: ${name}`, () => {
    let place: Place;
    const open: { db: Knex; cache: Cache }[] = [];
    const opened = async () => {
      const db = await openDatabase(place.location);
      const cache = await createKnexCache(db);
      open.push({ db, cache });
      return { db, cache };
    };
    beforeEach(async () => {
      place = await make();
    });
    afterEach(async () => {
      for (const { db, cache } of open.splice(0)) {
        await cache.close();
        await db.destroy();
      }
      await place.remove();
    });

    const counted = (fields: readonly string[]) => fields.map((by) => ({ kind: 'top' as const, query: { by } }));

    async function written(index: readonly string[], counting: readonly string[] = []) {
      const here = await opened();
      const port = trips(index);
      await here.cache.declare(port, counted(counting));
      await here.cache.commit(batch('one', [append(port, ROWS)]), batch('two', [append(port, ROWS.slice(2))]));
      return here;
    }

    it('answers as if each row had been written with the fields of today', async () => {
      const { cache } = await written(FIELDS);
      const expected = await answers(cache, trips(FIELDS), FIELDS);
      for (const { db, cache } of open.splice(0)) {
        await cache.close();
        await db.destroy();
      }
      await place.remove();
      place = await make();
      await written(['who', 'length'], ['who', 'length']);
      const { cache: again } = await opened();
      expect(await again.declare(trips(FIELDS), counted(['who', 'device', 'length']))).to.equal('reindexed');
      expect(await answers(again, trips(FIELDS), FIELDS)).to.deep.equal(expected);
      const more = { ...ROWS[0], id: 'more', device: 'radio' };
      await again.commit(batch('one', [append(trips(FIELDS), [more])]));
      expect(await ids(again, trips(FIELDS), { where: { device: 'radio' } })).to.deep.equal(['one/more']);
    });

    it('brings no row out of the database, and makes no index anew that was there', async () => {
      await written(['who', 'length']);
      const { cache, db } = await opened();
      const sent = (await sentBy(db, () => cache.declare(trips(['who', 'length', 'place'])))).map(({ sql }) => sql);
      expect(sent.filter((sql) => /INSERT INTO "rows_|SELECT .*\bitem\b.* FROM "rows_/.test(sql))).to.deep.equal([]);
      expect(sent.filter((sql) => sql.startsWith('CREATE INDEX'))).to.have.lengthOf(1);
      expect(sent.filter((sql) => sql.startsWith('DROP'))).to.deep.equal([]);
    });

    it('may lose a field, and have it once more', async () => {
      await written(['who', 'device']);
      for (const index of [['who'], ['who', 'device'], ['device', 'who', 'heard']]) {
        const { cache } = await opened();
        expect(await cache.declare(trips(index))).to.equal('reindexed');
        await cache.commit(batch('one', [append(trips(index), [{ ...ROWS[0], id: index.join() }])]));
      }
      const { cache } = await opened();
      const port = trips(['device', 'who', 'heard']);
      expect(await cache.declare(port)).to.equal('same');
      expect(await ids(cache, port, { where: { device: 'tv' } })).to.deep.equal(
        ['device,who,heard', 't0', 'who', 'who,device'].map((id) => `one/${id}`),
      );
    });

    it('refuses what a process writes that knows it as it was', async () => {
      const { cache } = await written(['who']);
      const { cache: newer } = await opened();
      await newer.declare(trips(['who', 'place']));
      if (name === 'SQLite') {
        const late = cache.commit(batch('one', [append(trips(['who']), [{ ...ROWS[0], id: 'late' }])]));
        expect(await late.catch((error: Error) => error)).to.be.instanceOf(Error);
      }
      expect(await ids(newer, trips(['who', 'place']), { where: { place: 'here' } })).to.deep.equal([
        ...['one/t0', 'one/t4', 'two/t4'],
      ]);
    });
  });
}
