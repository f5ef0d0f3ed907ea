/** What a daemon of today serves from the database of an earlier version. */
import { expect } from 'chai';
import { answerAt, knownTo } from '../../support/fixture-database/expected.js';
import { startHousehold } from '../../support/fixture-database/household.js';
import { manualClock } from '../../support/manual-clock.js';
import { FIXTURES, KINDS } from './restored.js';

/** Widgets that list logs, and what their rows always had. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  '/api/widgets/activity': ['viewer', 'title', 'method', 'client', 'playedAt'],
  '/api/widgets/feed-hits': ['name', 'filter', 'indexer', 'action', 'status', 'at'],
  '/api/widgets/webhooks': ['name', 'direction', 'event', 'at'],
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

      it('serves dashboards and people as it did', async () => {
        const copy = await restore(kind);
        const daemon = await startHousehold(copy.location, manualClock(at));
        try {
          const [plain = ''] = expected.keys.filter((key) => key.name === 'plain').map((key) => secrets.keys[key.name]);
          for (const [path, fields] of Object.entries(expected.routes)) {
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
