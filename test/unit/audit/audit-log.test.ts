/** The audit in each kind of database: bounded, searchable, without secrets, and never in the way. */
import 'reflect-metadata';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { type AuditEvent, AuditLog } from '#core/audit/audit-log.js';
import { AuditTable } from '#core/audit/audit-table.js';
import { openDatabase } from '#core/cache/database.js';
import { silentLog } from '#core/ground/log.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { recordingLog } from '../../support/recording-log.js';
import { type Place, POSTGRES, postgresPlace, sqlitePlace } from '../cache/caches.js';

const DAY = 86_400_000;
const KINDS: readonly (readonly [name: string, make: () => Promise<Place>])[] = [
  ['SQLite', sqlitePlace],
  ...(POSTGRES === undefined ? [] : [['PostgreSQL', () => postgresPlace(POSTGRES ?? '')] as const]),
];
const MADE: AuditEvent = { kind: 'key', who: 'ada', route: 'key.made', target: 'Wall_100%', address: '192.0.2.1' };

for (const [kind, makePlace] of KINDS) {
  describe(`the audit on ${kind}`, () => {
    let place: Place;
    /** Two processes on one database. */
    let here: Knex;
    let there: Knex;
    let clock: ManualClock;
    let log: AuditLog;
    beforeEach(async () => {
      place = await makePlace();
      [here, there] = [await openDatabase(place.location), await openDatabase(place.location)];
      clock = manualClock();
      log = new AuditLog(here, { secrets: ['hunter2-of-the-queue'] }, clock, silentLog);
    });
    afterEach(async () => {
      await Promise.all([here.destroy(), there.destroy()]);
      await place.remove();
    });
    const routes = async (query: object = {}) => (await log.list({ most: 10, ...query })).map(({ route }) => route);

    it('lists the newest first, by kind, since, words and a page at a time', async () => {
      await log.record(MADE);
      await clock.advance(2 * DAY);
      await log.record({ kind: 'sign-in', who: 'ada', route: 'sign_in.done' });
      await new AuditLog(there, { secrets: [] }, clock, silentLog).record({ ...MADE, route: 'key.revoked' });
      expect(await routes()).to.deep.equal(['key.revoked', 'sign_in.done', 'key.made']);
      expect(await routes({ kinds: ['key'] })).to.deep.equal(['key.revoked', 'key.made']);
      const since = new Date(clock.now().getTime() - DAY).toISOString();
      expect(await routes({ since })).to.deep.equal(['key.revoked', 'sign_in.done']);
      expect(await routes({ text: 'wALL_1' })).to.deep.equal(['key.revoked', 'key.made']);
      for (const none of ['wall%0', 'wallx1', "'"]) expect(await routes({ text: none }), none).to.deep.equal([]);
      const [last] = await log.list({ most: 1 });
      expect(await routes({ most: 1, before: last?.id })).to.deep.equal(['sign_in.done']);
    });

    it('forgets what is older than 90 days', async () => {
      await log.record(MADE);
      await clock.advance(89 * DAY);
      await log.record({ ...MADE, route: 'key.revoked' });
      await log.prune();
      expect(await routes()).to.deep.equal(['key.revoked', 'key.made']);
      await clock.advance(2 * DAY);
      await log.prune();
      expect(await routes()).to.deep.equal(['key.revoked']);
    });

    it('keeps so many of each kind: what strangers cause pushes nothing else out', async () => {
      const table = new AuditTable(here);
      await log.record(MADE);
      for (let nr = 0; nr < 5; nr++) await log.record({ kind: 'refusal', who: '', route: 'sign_in.refused' });
      await table.prune('', 2);
      expect(await routes()).to.deep.equal(['sign_in.refused', 'sign_in.refused', 'key.made']);
      await table.prune('', 2);
      expect(await routes(), 'again').to.have.lengthOf(3);
    });

    it('holds no secret, no line break, and nothing long', async () => {
      const key = `sl_${'a1B2c3D4'.repeat(6)}x`;
      await log.record({ ...MADE, target: `hunter2-of-the-queue ${key}\n${'x'.repeat(1000)}` });
      const [row] = await log.list({ most: 1 });
      expect(row?.target).to.match(/^\*\*\* sl_\*\*\* x+$/);
      expect(row?.target).to.have.lengthOf(300);
    });
  });
}

describe('an audit that cannot be written', () => {
  it('says so, and fails nothing', async () => {
    const place = await sqlitePlace();
    const database = await openDatabase(place.location);
    const lines = recordingLog();
    await database.destroy();
    await new AuditLog(database, { secrets: [] }, manualClock(), lines).record(MADE);
    expect(lines.lines[0]).to.match(/^error the audit log could not be written/);
    await place.remove();
  });
});
