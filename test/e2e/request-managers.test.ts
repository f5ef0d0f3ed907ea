/** Two request managers of different kinds at once: merged payloads in which every row says whose it is. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { type FakeOmbi, startOmbi, USER_TOKEN } from '../support/upstreams/ombi.js';
import { type FakeSeerr, startSeerr } from '../support/upstreams/seerr.js';
import { integrations, unlimitedKey } from '../support/upstreams/stack.js';

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (json: Row): readonly Row[] => json['items'] as readonly Row[];

const KEYS = { wishes: 'MTc2MzgzMzYwMDAwMGM5d2lzaGVz', asks: '6e1d0a9f4c2b4f7f9d0e1a2b3c4d5e6f' };
const SECRET = 'the-application-token';

describe('two request managers', () => {
  const { key, config } = unlimitedKey();
  let wishes: FakeSeerr;
  let asks: FakeOmbi;
  let daemon: DaemonHere;
  const get = async (path: string): Promise<Row> => (await daemon.get(path, key)).json;
  const act = (body: object) => daemon.post('/api/widgets/requests/actions', body, key);
  const ombi = (apiKey: string): string =>
    `timezone: UTC\n${config}${integrations({
      wishes: { plugin: 'seerr', url: wishes.upstream.url, apiKey: KEYS.wishes },
      asks: { plugin: 'ombi', url: asks.upstream.url, apiKey, webhookSecret: SECRET },
    })}`;

  before(async () => {
    wishes = await startSeerr(KEYS.wishes);
    asks = await startOmbi(KEYS.asks);
    daemon = await startHere({ config: ombi(KEYS.asks) });
    await until(
      () => get('/api/widgets/requests?limit=100'),
      (json) => json['sourceState'] === 'ok' && rowsOf(json).length === 18,
    );
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all([wishes.upstream.close(), asks.upstream.close()]);
  });

  it('add up, and list the requests of both, each with its source', async () => {
    const json = await get('/api/widgets/requests?limit=100');
    expect(json['sources']).to.have.lengthOf(2);
    expect(json).to.include({ pending: 2 + 3, total: 12 + 6 });
    const ofOmbi = rowsOf(json).filter(({ sourceId }) => sourceId === 'asks');
    expect(ofOmbi.map(({ id, status }) => `${id} ${status}`)).to.have.members([
      'asks:movie-8 pending',
      'asks:movie-7 pending',
      'asks:tv-9001 pending',
      'asks:movie-6 declined',
      'asks:movie-5 approved',
      'asks:movie-1 available',
    ]);
    const pending = rowsOf(json).slice(0, 5);
    expect(pending.every(({ status }) => status === 'pending')).to.equal(true);
    expect(new Set(pending.map(({ sourceId }) => sourceId)).size).to.equal(2);
  });

  it('are told apart by ?source=', async () => {
    const json = await get('/api/widgets/requests?limit=100&source=asks');
    expect(json).to.include({ total: 6, pending: 3, approved: 1, available: 1, declined: 1 });
    expect(rowsOf(json).every(({ sourceId }) => sourceId === 'asks')).to.equal(true);
    expect(await get('/api/widgets/requests?source=wishes')).to.include({ total: 12 });
  });

  it('list the issues of both', async () => {
    const json = await get('/api/widgets/issues?limit=100');
    expect(json).to.include({ open: 3 + 1, resolved: 1, total: 5 });
    expect(rowsOf(json).find(({ sourceId }) => sourceId === 'asks')).to.include({
      ...{ id: 'asks:1', title: 'Metropolis', type: 'audio', comment: 'No sound: In reel two.' },
    });
  });

  it('take decisions each for itself, and only about what is pending', async () => {
    expect((await act({ requestId: 'asks:movie-7', action: 'approve' })).status).to.equal(200);
    expect(asks.requests.find(({ id }) => id === 7)).to.include({ approved: true });
    const late = await act({ requestId: 'movie-7', sourceId: 'asks', action: 'decline' });
    expect(late.status).to.equal(409);
    expect(JSON.stringify(late.json)).to.contain('this one is approved already');
    expect((await act({ requestId: 'asks:movie-99', action: 'decline' })).status).to.equal(404);
    expect((await act({ requestId: 'asks:8', action: 'decline' })).status).to.equal(400);
    expect((await act({ requestId: 'asks:movie-5', action: 'retry' })).status).to.equal(409);
  });

  it('say what was done where the manager says that it has failed', async () => {
    asks.isLocked = true;
    expect((await act({ requestId: 'asks:movie-8', action: 'decline' })).status).to.equal(200);
    asks.isLocked = false;
    const json = await get('/api/widgets/requests?limit=100&source=asks');
    expect(rowsOf(json).find(({ id }) => id === 'asks:movie-8')).to.include({ status: 'declined', reason: 'No room' });
  });

  it('take pushes with the token in the header that Ombi has for it', async () => {
    asks.upstream.resetCalls();
    const push = { notificationType: 'NewRequest', requestId: '9', title: 'The Kid' };
    const sent = await daemon.post('/api/webhooks/asks', push, undefined, { 'Access-Token': SECRET });
    expect(sent.status).to.be.within(200, 204);
    await until(
      async () => asks.upstream.calls('/api/v2/Requests/movie/250').length,
      (count) => count > 0,
    );
    const wrong = await daemon.post('/api/webhooks/asks', push, undefined, { 'Access-Token': 'another' });
    expect(wrong.status).to.equal(401);
  });

  it('go on without the one that is down, marked', async () => {
    await asks.upstream.fail('refused');
    const json = await until(
      () => get('/api/widgets/requests?limit=100'),
      (answer) => answer['sourceState'] !== 'ok',
    );
    expect(rowsOf(json).some(({ sourceId }) => sourceId === 'asks')).to.equal(true);
    expect(rowsOf(json).some(({ sourceId }) => sourceId === 'wishes')).to.equal(true);
    await asks.upstream.fail(null);
  });

  it('keep no token and no mail address of anybody', async () => {
    const texts = await Promise.all(
      ['requests?limit=100', 'issues?limit=100', 'automation', 'jobs'].map((path) =>
        daemon.get(`/api/widgets/${path}`, key),
      ),
    );
    for (const text of [...texts.map((answer) => answer.text), daemon.log()]) {
      expect(text).to.not.contain(USER_TOKEN);
      expect(text).to.not.contain('nora@example.org');
      expect(text).to.not.contain(KEYS.asks);
    }
  });

  it('say so when the key is wrong, although the counters would answer without one', async () => {
    await daemon.reload(ombi('0000000000000000000000000000dead'));
    const json = await until(
      () => get('/api/widgets/automation'),
      (answer) => rowsOf(answer).some(({ id, label }) => id === 'asks' && label === 'refused'),
    );
    expect(rowsOf(json).find(({ id }) => id === 'wishes')).to.include({ ok: true });
  });
});
