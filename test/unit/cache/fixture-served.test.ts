/** What a daemon of today serves from the database of an earlier version. */
import { mediaPlayback, mediaPlaytime } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { playtimeOf } from '#core/derivations/playtime.js';
import { answerAt, knownTo } from '../../support/fixture-database/expected.js';
import { openHousehold, startHousehold } from '../../support/fixture-database/household.js';
import { scopeAt } from '../../support/fixture-database/says.js';
import { manualClock } from '../../support/manual-clock.js';
import { FIXTURES, KINDS } from './restored.js';

/** Widgets that list logs, and what their rows always had. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  '/api/widgets/activity': ['viewer', 'title', 'method', 'client', 'playedAt'],
  '/api/widgets/feed-hits': ['name', 'filter', 'indexer', 'action', 'status', 'at'],
  '/api/widgets/webhooks': ['name', 'direction', 'event', 'at'],
};

/**
 * Fields that count otherwise since a version, on purpose: by what was played when, by accounts with their names of today, by
 * kind and work, and without users that may not sign in.
 */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '0.1.0': {
    '/api/widgets/activity': ['items'],
    '/api/widgets/homepage': ['users'],
    '/api/widgets/statistics': ['titles', 'users', 'topUser', 'items', 'people'],
  },
};

for (const { name, expected, restore } of FIXTURES) {
  const { at } = expected;
  for (const [title, kind] of KINDS) {
    const secrets = expected.secrets[kind];
    describe(`a daemon with a database of ${name} on ${title}`, function () {
      this.timeout(60_000);

      it('shows rows of its logs in every widget that lists them', async () => {
        const copy = await restore(kind);
        const daemon = await startHousehold(copy.location, manualClock(at));
        try {
          const [plain = ''] = expected.keys.filter((key) => key.name === 'plain').map((key) => secrets.keys[key.name]);
          for (const [path, fields] of Object.entries(LISTED)) {
            const { items } = (await answerAt(daemon, path, plain, ['items'])) as { items: Record<string, unknown>[] };
            expect(items, path).to.not.be.empty;
            for (const item of items)
              for (const field of fields) expect(item[field], `${path} ${field}`).to.be.a('string');
          }
        } finally {
          await daemon.stop();
          await copy.remove();
        }
      });

      it('accounts for the time of every play that is stored, of an integration that has left, too', async () => {
        const copy = await restore(kind);
        const daemon = await startHousehold(copy.location, manualClock(at));
        await daemon.services.engine.recounted();
        await daemon.stop();
        const { cache, close } = await openHousehold(copy.location, manualClock(at));
        try {
          for (const source of expected.sources) {
            const { items } = await cache.page(mediaPlayback, source, '', 1000);
            const rows = await cache.rows(mediaPlaytime, {}, scopeAt(at, [source]));
            const account = rows.map(({ source: _, ...row }) => row);
            expect(account, source).to.have.deep.members(items.flatMap((play) => [...playtimeOf(play)]));
          }
          expect((await cache.tally(mediaPlaytime, { sum: 'begun' }, scopeAt(at))).sum).to.be.above(300);
        } finally {
          await close();
          await copy.remove();
        }
      });

      it('serves dashboards and people as it did', async () => {
        const copy = await restore(kind);
        const daemon = await startHousehold(copy.location, manualClock(at));
        try {
          await daemon.services.engine.recounted();
          const [plain = ''] = expected.keys.filter((key) => key.name === 'plain').map((key) => secrets.keys[key.name]);
          for (const [path, all] of Object.entries(expected.routes)) {
            const other = OTHERWISE[name]?.[path] ?? [];
            const fields = Object.fromEntries(Object.entries(all).filter(([field]) => !other.includes(field)));
            const answer = await answerAt(daemon, path, plain, Object.keys(fields));
            expect(knownTo(fields, answer), path).to.deep.equal(fields);
          }
          expect(await daemon.setupAddress()).to.equal(null);
          const page = (cookie: string) =>
            fetch(`${daemon.url}/settings/account`, { redirect: 'manual', headers: { cookie } }).then(
              ({ status }) => status,
            );
          expect([await page(secrets.cookie), await page('')]).to.deep.equal([200, 303]);
        } finally {
          await daemon.stop();
          await copy.remove();
        }
      });
    });
  }
}
