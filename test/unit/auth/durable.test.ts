/** What was promised to somebody is on the disk before it is acknowledged: keys, administrators, sessions. */
import { expect } from 'chai';
import type { SessionData } from 'express-session';
import type { Knex } from 'knex';
import { Admins } from '#core/auth/admins.js';
import { passwordsAt } from '#core/auth/password.js';
import { SessionStore } from '#core/auth/session-store.js';
import { openDatabase } from '#core/cache/database.js';
import { all } from '#core/cache/sql.js';
import type { StoredKey } from '#core/keys/api-key.js';
import { KeyTable } from '#core/keys/key-table.js';
import { manualClock } from '../../support/manual-clock.js';
import { type Place, POSTGRES, postgresPlace, sqlitePlace } from '../cache/caches.js';

const KINDS: readonly (readonly [name: string, make: () => Promise<Place>, sign: RegExp])[] = [
  ['SQLite', sqlitePlace, /^PRAGMA synchronous = FULL$/],
  ...(POSTGRES === undefined
    ? []
    : [['PostgreSQL', () => postgresPlace(POSTGRES ?? ''), /^SET LOCAL synchronous_commit = on$/] as const]),
];

const KEY: StoredKey = {
  ...{
    id: 'k',
    name: 'wall',
    prefix: 'sl_',
    hash: 'h',
    scope: 'full' as const,
    widgets: null,
    actions: null,
    networks: null,
  },
  ...{ perMinute: null, privacy: null, expiresAt: null, createdAt: '2026-11-20T12:00:00.000Z', lastUsedAt: null },
  ...{ lastUsedFrom: null, useCount: 0, declared: false },
};

for (const [kind, makePlace, sign] of KINDS) {
  describe(`what was promised, on ${kind}`, () => {
    let place: Place;
    let db: Knex;
    const said: string[] = [];
    before(async () => {
      place = await makePlace();
      db = await openDatabase(place.location);
      db.on('query', ({ sql }: { readonly sql: string }) => said.push(sql));
    });
    after(async () => {
      await db.destroy();
      await place.remove();
    });

    /** Each write of a table is within a transaction that began after the sign. */
    const demandDurable = async (work: () => Promise<unknown>, table: string): Promise<void> => {
      said.length = 0;
      await work();
      const writes = said.flatMap((sql, index) =>
        new RegExp(`^(insert into|update|delete from) .${table}.`, 'i').test(sql) ? [index] : [],
      );
      expect(writes, said.join('\n')).not.to.deep.equal([]);
      const signed = said.findIndex((sql) => sign.test(sql));
      expect(signed, said.join('\n')).to.be.at.least(0);
      for (const at of writes) expect(signed).to.be.lessThan(at);
    };

    it('is a key, its scope, its end', async () => {
      const keys = new KeyTable(db);
      await demandDurable(() => keys.insert(KEY), 'api_keys');
      await demandDurable(() => keys.setScope('k', 'widgets-only'), 'api_keys');
      await demandDurable(() => keys.revoke('k', '2026-11-20T12:00:00.000Z'), 'api_keys');
    });

    it('is an administrator, a password', async () => {
      const admins = new Admins(db, manualClock(), passwordsAt({ N: 16, r: 1, p: 1 }));
      await demandDurable(() => admins.createFirst('ada', 'correct horse battery'), 'admins');
      await demandDurable(() => admins.changePassword('ada', 'another horse battery'), 'admins');
      await demandDurable(() => admins.reset(), 'admins');
    });

    it('is a session, its end', async () => {
      const store = new SessionStore(db, manualClock());
      const set = () =>
        new Promise((done) => store.set('s', { cookie: { originalMaxAge: 1000 } } as SessionData, done));
      await demandDurable(set, 'sessions');
      await demandDurable(() => new Promise((done) => store.destroy('s', done)), 'sessions');
      await demandDurable(() => store.endAll(), 'sessions');
    });

    it('leaves connections as they were for all else', async () => {
      if (kind !== 'SQLite') return;
      await Promise.all([1, 2, 3].map((n) => new KeyTable(db).insert({ ...KEY, id: `k${n}`, hash: `h${n}` })));
      const modes = await Promise.all([1, 2, 3].map(() => all<{ synchronous: number }>(db, 'PRAGMA synchronous')));
      expect(modes.flat().map(({ synchronous }) => synchronous)).to.deep.equal([1, 1, 1]);
    });
  });
}
