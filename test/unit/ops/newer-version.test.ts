/** The newest version: asked of nobody unless somebody wants to know. */
import { expect } from 'chai';
import { NewerVersion } from '#core/ops/newer-version.js';
import { manualClock } from '../../support/manual-clock.js';
import { type Reply, startUpstream, type Upstream } from '../../support/upstreams/upstream.js';

const DAY_MS = 86_400_000;

describe('the newest version', () => {
  let upstream: Upstream;
  let reply: Reply;
  let asked = 0;
  before(async () => {
    upstream = await startUpstream({
      answer: () => {
        asked += 1;
        return reply;
      },
    });
  });
  beforeEach(() => {
    asked = 0;
    reply = { body: JSON.stringify({ version: '0.3.0' }), headers: { 'content-type': 'application/json' } };
  });
  after(() => upstream.close());
  const clock = manualClock();
  const newerThan = (own: string, updates = { check: true, url: `${upstream.url}/sidelight/latest` }) =>
    new NewerVersion(own, () => updates, clock);

  it('is asked for once a day, and told when it is newer', async () => {
    const newer = newerThan('0.1.0');
    expect(newer.notices()).to.deep.equal([]);
    expect(await newer.look()).to.equal(true);
    expect(newer.notices().map(({ text }) => text)).to.deep.equal(['Sidelight 0.3.0 is available; you have 0.1.0']);
    expect(await newer.look()).to.equal(false);
    expect(asked).to.equal(1);
    await clock.advance(DAY_MS);
    expect(await newer.look(), 'nothing new').to.equal(false);
    expect(asked).to.equal(2);
  });

  it('is not told where it is none, or nonsense', async () => {
    for (const version of ['0.1.0', '0.0.9', '0.4.0-beta.1', 'latest', 7, null]) {
      reply = { body: JSON.stringify({ version }), headers: { 'content-type': 'application/json' } };
      const newer = newerThan('0.1.0');
      expect(await newer.look(), String(version)).to.equal(false);
      expect(newer.notices()).to.deep.equal([]);
    }
  });

  it('is asked of nobody unless it is switched on', async () => {
    const newer = newerThan('0.1.0', { check: false, url: upstream.url });
    expect(await newer.look()).to.equal(false);
    expect([asked, newer.notices()]).to.deep.equal([0, []]);
  });

  it('is left alone for a day by a failure, too', async () => {
    reply = { status: 500 };
    const newer = newerThan('0.1.0');
    const failed = await newer.look().then(
      () => 'well',
      () => 'failed',
    );
    expect([failed, await newer.look(), asked]).to.deep.equal(['failed', false, 1]);
  });
});
