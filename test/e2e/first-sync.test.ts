/** Who waits for a first sync sees how far it has come. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { textOf } from '../support/page-text.js';
import { until } from '../support/until.js';
import { signedIn } from '../support/visitor.js';

describe('a first sync', () => {
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  it('tells how many titles of how many it has, and nothing more once it has all', async () => {
    jellyfin = await startFakeJellyfin({ items: 3000 });
    jellyfin.fail('slow', { route: 'GET /Items', delayMs: 300 });
    daemon = await startHere({
      config: `integrations: { attic: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" } }`,
    });
    const visitor = await signedIn(daemon);
    const page = async () => textOf((await visitor.open('/settings/sources')).text);
    const during = await until(page, (text) => /Syncing: [\d,]+ of [\d,]+ so far, of \w+/.test(text));
    expect(during).to.include('running now');
    jellyfin.fail(null);
    await until(page, (text) => !text.includes('so far') && /items every 5 min .*ok, took/.test(text));
  });
});
