/** Tiles that were made for JellyGlance, asking the real daemon. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';

const PAIRS = [
  ['/api/widgets/autobrr', '/api/widgets/feed-hits'],
  ['/api/widgets/maintainerr', '/api/widgets/cleanup'],
  ['/api/widgets/jellyfin-jobs', '/api/widgets/mediaserver-jobs'],
  ['/api/jellyfin/status', '/api/mediaserver/status'],
] as const;

describe('tiles of JellyGlance', () => {
  let daemon: DaemonHere;
  let full: string;
  let narrow: string;

  before(async () => {
    daemon = await startHere({ config: 'plugins: { jellyglance: {} }\nintegrations: { demo: {} }' });
    full = await daemon.key('full');
    narrow = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/homepage', full),
      ({ json }) => json['feedHits'] !== 0 && json['mediaserverOk'] === true,
    );
  });
  after(() => daemon?.dispose());

  it('find their routes, with their marker first', async () => {
    for (const [alias, own] of PAIRS) {
      const answer = await daemon.get(alias, full);
      expect(answer.status, alias).to.equal(200);
      expect(answer.text, alias).to.match(/^\{"jellyglance":true,"service":true,/);
      expect(Object.keys(answer.json).slice(1), alias).to.deep.equal(Object.keys((await daemon.get(own, full)).json));
    }
    expect((await daemon.get('/api/widgets/autobrr', narrow)).status).to.equal(200);
    expect((await daemon.get('/api/jellyfin/status', narrow)).status).to.equal(403);
    expect((await daemon.get('/api/widgets/autobrr', `${narrow}x`)).status).to.equal(401);
  });

  it('find one title by the id that the media server gives it', async () => {
    const { json } = await daemon.get('/api/widgets/recent', full);
    const [first] = json['items'] as readonly { id: string }[];
    const bare = first?.id.replace(/^[^:]*:/, '') ?? '';
    const answer = await daemon.get(`/api/item-glance/${encodeURIComponent(bare)}`, full);
    expect([answer.status, answer.json['jellyglance']]).to.deep.equal([200, true]);
    expect((await daemon.get('/api/item-glance/nothing-like-it', full)).status).to.equal(404);
  });

  it('find the keys of their snapshot', async () => {
    const { json } = await daemon.get('/api/widgets/homepage', narrow);
    expect(json).to.include({
      jellyglance: true,
      autobrr: json['feedHits'],
      jellyfinOk: json['mediaserverOk'],
      jellyfinName: json['mediaserverName'],
      jellyfinVersion: json['mediaserverVersion'],
    });
  });

  it('find nothing where the plugin is not named', async () => {
    await daemon.reload('integrations: { demo: {} }');
    await until(
      () => daemon.get('/api/widgets/autobrr', full),
      ({ status }) => status === 404,
    );
    expect((await daemon.get('/api/widgets/homepage', full)).json).to.not.have.property('jellyglance');
  });
});
