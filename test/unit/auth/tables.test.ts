/** Administrators, sessions and the token of the first run, in each kind of database. */
import { expect } from 'chai';
import type { SessionData } from 'express-session';
import type { Knex } from 'knex';
import { Admins } from '#core/auth/admins.js';
import { instanceSecret, isSameToken, setupToken } from '#core/auth/instance.js';
import { passwordsAt } from '#core/auth/password.js';
import { hashOf, SessionStore } from '#core/auth/session-store.js';
import { openDatabase } from '#core/cache/database.js';
import { CodedError } from '#core/ground/errors.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { type Place, POSTGRES, postgresPlace, sqlitePlace } from '../cache/caches.js';

const DAY = 86_400_000;
const CHEAP = passwordsAt({ N: 16, r: 1, p: 1 });
const PASSWORD = 'correct horse battery';

const KINDS: readonly (readonly [name: string, make: () => Promise<Place>])[] = [
  ['SQLite', sqlitePlace],
  ...(POSTGRES === undefined ? [] : [['PostgreSQL', () => postgresPlace(POSTGRES ?? '')] as const]),
];

const codeOfError = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof CodedError ? error.code : error));

const sessionOf = (name: string, via = 'password') =>
  ({ cookie: { originalMaxAge: 7 * DAY }, visitor: { name, via }, since: '2026-11-20T12:00:00.000Z' }) as SessionData;

for (const [kind, makePlace] of KINDS) {
  describe(`people on ${kind}`, () => {
    let place: Place;
    /** Two processes on one database. */
    let here: Knex;
    let there: Knex;
    let clock: ManualClock;
    beforeEach(async () => {
      place = await makePlace();
      [here, there] = [await openDatabase(place.location), await openDatabase(place.location)];
      clock = manualClock();
    });
    afterEach(async () => {
      await Promise.all([here.destroy(), there.destroy()]);
      await place.remove();
    });

    const get = (store: SessionStore, id: string) =>
      new Promise<SessionData | null | undefined>((resolve, reject) => {
        store.get(id, (error, session) => (error ? reject(error) : resolve(session)));
      });
    const done = (work: (then: (error?: unknown) => void) => void) =>
      new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())));

    it('agree on one secret and one token, whoever asks first', async () => {
      const secrets = await Promise.all([instanceSecret(here), instanceSecret(there)]);
      expect(secrets[0])
        .to.match(/^[0-9a-f]{64}$/)
        .and.equal(secrets[1]);
      const tokens = await Promise.all([setupToken(here), setupToken(there)]);
      expect(tokens[0])
        .to.match(/^([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/)
        .and.equal(tokens[1]);
      expect(isSameToken(` ${tokens[0].toLowerCase().replaceAll('-', '')} `, tokens[0])).to.equal(true);
      for (const other of ['', tokens[0].slice(1), `${tokens[0]}A`])
        expect(isSameToken(other, tokens[0])).to.equal(false);
    });

    it('let one of two processes make the administrator, and use the token up', async () => {
      const token = await setupToken(here);
      const made = await Promise.allSettled([
        new Admins(here, clock, CHEAP).createFirst('ada', PASSWORD),
        new Admins(there, clock, CHEAP).createFirst('bea', PASSWORD),
      ]);
      expect(made.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
      const admins = new Admins(here, clock, CHEAP);
      expect(await codeOfError(admins.createFirst('cleo', PASSWORD))).to.equal('admin_exists');
      const first = await admins.first();
      expect(first?.name).to.equal(made[0].status === 'fulfilled' ? 'ada' : 'bea');
      expect(first?.createdAt).to.equal('2026-11-20T12:00:00.000Z');
      expect(await setupToken(there)).to.not.equal(token);
    });

    it('say that there is an administrator when the token is used up while somebody asks for it', async () => {
      let queries = 0;
      const meanwhile = ((table: string) => {
        queries += 1;
        return queries === 1 ? here(table) : here(table).whereNot({ name: 'setup.token' });
      }) as Knex;
      expect(await codeOfError(setupToken(meanwhile))).to.equal('admin_exists');
    });

    it('keep a password as a salted hash, and take it typed in another form of Unicode', async () => {
      const admins = new Admins(here, clock, CHEAP);
      await admins.createFirst(' ada ', 'caf\u00e9 au lait');
      const [row] = await here('admins');
      expect(row).to.include({ name: 'ada' });
      expect(row.password).to.match(/^scrypt\$16\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
      expect(await admins.matches('ada', 'cafe\u0301 au lait')).to.equal(true);
      expect(await admins.matches('ada ', 'caf\u00e9 au lait')).to.equal(true);
      expect(await admins.matches('ada', 'cafe au lait')).to.equal(false);
      expect(await admins.matches('eve', 'caf\u00e9 au lait')).to.equal(false);
      await admins.changePassword('ada', 'tea with milk');
      expect(await admins.matches('ada', 'tea with milk')).to.equal(true);
      expect(await admins.matches('ada', 'caf\u00e9 au lait')).to.equal(false);
      expect(await codeOfError(admins.changePassword('eve', 'tea with milk'))).to.equal('no_session');
      for (const [name, password] of [
        ['', PASSWORD],
        ['a\nb', PASSWORD],
        ['x'.repeat(65), PASSWORD],
        ['eve', 'short'],
      ]) {
        expect(await codeOfError(admins.createFirst(name ?? '', password ?? ''))).to.equal('bad_request');
      }
    });

    it('keep it at its full cost unless a test says otherwise, and take what was kept at another', async () => {
      const admins = new Admins(here, clock);
      await admins.createFirst('ada', PASSWORD);
      expect((await here('admins'))[0].password).to.match(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
      expect(passwordsAt().none).to.match(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
      await new Admins(there, clock, CHEAP).changePassword('ada', 'tea with milk');
      expect((await here('admins'))[0].password).to.match(/^scrypt\$16\$1\$1\$/);
      expect(await admins.matches('ada', 'tea with milk')).to.equal(true);
      expect(await admins.matches('ada', PASSWORD)).to.equal(false);
    });

    it('keep sessions for seven days after their last use, under the hash of their id', async () => {
      const store = new SessionStore(here, clock);
      await done((then) => store.set('id-1', sessionOf('ada'), then));
      expect(JSON.stringify(await here('sessions'))).to.not.include('id-1');
      expect((await get(new SessionStore(there, clock), 'id-1'))?.visitor.name).to.equal('ada');
      await clock.advance(6 * DAY);
      await done((then) => store.touch('id-1', sessionOf('ada'), then));
      await clock.advance(6 * DAY);
      expect((await get(store, 'id-1'))?.visitor.name).to.equal('ada');
      await clock.advance(DAY);
      expect(await get(store, 'id-1')).to.equal(null);
      expect(await here('sessions')).to.have.lengthOf(1);
      await store.prune();
      await clock.advance(1);
      await store.prune();
      expect(await here('sessions')).to.have.lengthOf(0);
    });

    it('write the use of a session every five minutes, and never bring an ended one back', async () => {
      const store = new SessionStore(here, clock);
      await done((then) => store.set('id-1', sessionOf('ada'), then));
      const [before] = await here('sessions');
      await clock.advance(299_000);
      await done((then) => store.touch('id-1', sessionOf('ada'), then));
      expect(await here('sessions')).to.deep.equal([before]);
      await clock.advance(2_000);
      await done((then) => store.touch('id-1', sessionOf('ada'), then));
      expect((await here('sessions'))[0].expires_at).to.equal('2026-11-27T12:05:01.000Z');
      await done((then) => store.destroy('id-1', then));
      await done((then) => store.touch('id-1', sessionOf('ada'), then));
      expect(await here('sessions')).to.deep.equal([]);
    });

    it('end one session, all but one, or all with the administrator, and list those that last', async () => {
      const store = new SessionStore(here, clock);
      const begin = async () => {
        for (const [id, name, via] of [
          ['a', 'ada', 'password'],
          ['b', 'ada', 'password'],
          ['c', 'ada', 'media'],
        ] as const) {
          await done((then) => store.set(id, sessionOf(name, via), then));
        }
      };
      const alive = async () => {
        const found = await Promise.all(['a', 'b', 'c'].map(async (id) => ((await get(store, id)) ? id : '')));
        return found.join('');
      };
      await begin();
      expect((await store.list()).map(({ visitor, usedAt }) => [visitor.via, usedAt])).to.have.deep.members([
        ['password', '2026-11-20T12:00:00.000Z'],
        ['password', '2026-11-20T12:00:00.000Z'],
        ['media', '2026-11-20T12:00:00.000Z'],
      ]);
      await store.end(hashOf('b'));
      expect(await alive()).to.equal('ac');
      await begin();
      await store.endAll('b');
      expect(await alive()).to.equal('b');
      await begin();
      const admins = new Admins(there, clock, CHEAP);
      await admins.createFirst('ada', PASSWORD);
      await admins.reset();
      expect(await admins.exist()).to.equal(false);
      expect(await alive()).to.equal('');
    });
  });
}
