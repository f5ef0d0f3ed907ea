/** What the database fails with is a sentence, known in memory until it is over. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { openDatabase } from '#core/cache/database.js';
import { databaseError, isDatabaseTrouble } from '#core/cache/database-error.js';
import { watchOf } from '#core/cache/database-watch.js';
import { failureOf } from '#core/http/refusal.js';
import { type Place, sqlitePlace } from './caches.js';

const CODES = {
  SQLITE_FULL: 'disk_full',
  '53100': 'disk_full',
  SQLITE_IOERR: 'database_failed',
  SQLITE_READONLY: 'data_unwritable',
  '25006': 'data_unwritable',
  SQLITE_CORRUPT: 'database_corrupt',
  '57P01': 'database_unreachable',
} as const;

describe('what a database fails with', () => {
  for (const [code, id] of Object.entries(CODES)) {
    it(`${code} is ${id}, with a sentence, and no defect`, () => {
      const error = Object.assign(new Error(`INSERT INTO x - ${code}: it went wrong`), { code });
      expect(isDatabaseTrouble(databaseError(error))).to.equal(true);
      const { status, code: told, hint } = failureOf(error);
      expect([status, told]).to.deep.equal([503, id]);
      expect(hint).not.to.include('defect');
    });
  }

  let place: Place;
  let db: Knex;
  before(async () => {
    place = await sqlitePlace();
    db = await openDatabase(place.location);
  });
  after(async () => {
    await db.destroy();
    await place.remove();
  });

  it('is known from the first statement that fails until writes succeed again', async () => {
    const watch = watchOf(db);
    const told: (string | null)[] = [];
    watch?.onChange((trouble) => told.push(trouble?.code ?? null));
    const full = `BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`;
    await db.raw(`CREATE TRIGGER full BEFORE INSERT ON meta ${full}`);
    await db('meta')
      .insert({ name: 'a', value: 'b' })
      .catch(() => undefined);
    for (let look = 0; look < 6; look++) await watch?.look();
    expect(told).to.deep.equal(['disk_full']);
    expect(watch?.fault?.code).to.equal('disk_full');
    await db.raw('DROP TRIGGER full');
    for (let look = 0; look < 6; look++) await watch?.look();
    expect(told).to.deep.equal(['disk_full', null]);
    expect(await db('meta').where({ name: 'watch.probe' })).to.deep.equal([]);
  });
});
