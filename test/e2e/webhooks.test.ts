/** Webhooks through the real daemon: what an upstream pushes shows, and what happens is told. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { isSignedWith, type Receiver, startReceiver, status } from '../support/receiver.js';
import type { Answer } from '../support/requests.js';
import { until } from '../support/until.js';

const SECRET = 'push-secret-4711';
const SIGNING = `whsec_${Buffer.from('thirty-two bytes to sign it with').toString('base64')}`;
const PATH = '/api/webhooks/living-room';

/** Nothing is synced within the hour, unless something asks for it. */
const entry = ({ url, apiKey }: FakeJellyfin): string => `
history: { minPlaySeconds: 0 }
integrations:
  living-room:
    plugin: jellyfin
    url: ${url}
    apiKey: ${apiKey}
    webhookSecret: ${SECRET}
    schedule: { media.sessions: 1h, media.server: 1h, media.users: 1h }
  attic: { plugin: jellyfin, url: "${url}", apiKey: "${apiKey}", schedule: { media.sessions: 1h } }
`;
const subscription = ({ url }: Receiver): string => `
webhooks:
  - { name: hub, url: "${url}/path-token-99", secret: "${SIGNING}", events: [play.started, play.stopped] }
`;

interface Delivery {
  readonly name: string;
  readonly direction: string;
  readonly event: string;
  readonly ok: boolean;
  readonly status: number | null;
}

describe('webhooks', () => {
  let jellyfin: FakeJellyfin;
  let receiver: Receiver;
  let daemon: DaemonHere;
  let key: string;

  before(async () => {
    [jellyfin, receiver] = await Promise.all([startFakeJellyfin({ items: 30 }), startReceiver()]);
    // What its socket tells would show without any webhook.
    jellyfin.socket.refuses = true;
    daemon = await startHere({ config: entry(jellyfin), flags: ['--log-level', 'debug'] });
    key = await daemon.key('full');
    await until(
      () => widget('sessions'),
      ({ json }) => json['sourceState'] === 'ok',
    );
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all([jellyfin.close(), receiver.close()]);
  });

  const widget = (id: string) => daemon.get(`/api/widgets/${id}?limit=100`, key);
  const push = (
    body: string | FormData,
    headers: Readonly<Record<string, string>> = {},
    path = PATH,
  ): Promise<Response> => fetch(`${daemon.url}${path}`, { method: 'POST', body, headers });
  const secret = { 'x-webhook-secret': SECRET };
  const notification = (type: string): string => JSON.stringify({ NotificationType: type });
  const deliveries = (hoped: (items: readonly Delivery[]) => boolean): Promise<readonly Delivery[]> =>
    until(async () => (await widget('webhooks')).json['items'] as readonly Delivery[], hoped);
  const recent = (count: number): Promise<Answer> =>
    until(
      () => widget('sessions'),
      ({ json }) => json['recent'] === count,
    );

  it('show in the payload what nothing else would have shown for an hour', async () => {
    jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis' });
    const asked = jellyfin.calls('GET /Sessions');
    const answer = await push(notification('PlaybackStart'), secret);
    expect([answer.status, await answer.text()]).to.deep.equal([204, '']);
    await recent(1);
    expect(jellyfin.calls('GET /Sessions')).to.equal(asked + 1);
  });

  it('come as a form with the secret in the query, too', async () => {
    const form = new FormData();
    form.set('payload', notification('PlaybackStart'));
    form.set('thumb', new Blob(['a picture'], { type: 'image/jpeg' }), 'thumb.jpg');
    jellyfin.sessions.start({ user: 'Ben', title: 'Nosferatu' });
    expect((await push(form, {}, `${PATH}?secret=${SECRET}`)).status).to.equal(204);
    await recent(2);
  });

  it('are a few runs when they come in a burst', async () => {
    const asked = jellyfin.calls('GET /Sessions');
    jellyfin.sessions.start({ user: 'Cleo', title: 'Faust' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => push(notification('PlaybackStart'), secret)));
    expect(answers.every((answer) => answer.status === 204)).to.equal(true);
    await recent(3);
    expect(jellyfin.calls('GET /Sessions') - asked).to.be.at.most(10);
  });

  it('are refused without the secret, when too large, and where none are switched on', async () => {
    expect((await push('{}')).status).to.equal(401);
    expect((await push('{}', { 'x-webhook-secret': 'guess-0815' })).status).to.equal(401);
    expect((await push('{}', {}, `${PATH}?secret=guess-0815`)).status).to.equal(401);
    expect((await push('x'.repeat(1_048_577), secret)).status).to.equal(413);
    const off = await push('{}', secret, '/api/webhooks/attic');
    expect(off.status).to.equal(404);
    expect(await off.text()).to.include('webhookSecret');
  });

  it('are listed, the failed ones too', async () => {
    const items = await deliveries((now) => now.some((one) => one.status === 413));
    expect(items.every(({ name, direction }) => name === 'living-room' && direction === 'in')).to.equal(true);
    expect(items.filter(({ event, ok }) => event === 'PlaybackStart' && ok)).to.have.lengthOf(52);
    const { json } = await widget('webhooks');
    expect(json).to.include({ failed: 2, total: 54, ok: false });
    await until(
      () => widget('digest'),
      (answer) => JSON.stringify(answer.json['items']).includes('webhooks from living-room failed'),
    );
  });

  it('tell subscribers what happens from a changed config on, and again when they could not take it', async () => {
    receiver.answers.push(status(500));
    await daemon.reload(entry(jellyfin) + subscription(receiver));
    await until(
      async () => daemon.log(),
      (log) => log.includes('the config was applied'),
    );
    const id = jellyfin.sessions.start({ user: 'Ada', title: 'Golem', device: 'Phone' });
    await push(notification('PlaybackStart'), secret);
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
    );
    const [first, second] = receiver.received;
    expect(second).to.include({ type: 'play.started', path: '/path-token-99' });
    expect(second?.data).to.include({
      source: 'living-room',
      sessionId: `living-room:${id}`,
      viewer: 'Ada',
      title: 'Golem',
    });
    expect(second !== undefined && isSignedWith(SIGNING, second)).to.equal(true);
    expect(second?.headers['webhook-id']).to.equal(first?.headers['webhook-id']);
    const out = { name: 'hub', direction: 'out', event: 'play.started', ok: true, status: 204 };
    const items = await deliveries((now) => now.some(({ direction, ok }) => direction === 'out' && ok));
    expect(
      items
        .filter(({ direction }) => direction === 'out')
        .map(({ name, direction, event, ok, status: code }) => ({ name, direction, event, ok, status: code })),
    ).to.deep.equal([out]);
  });

  it('tell each subscriber what it may know', async () => {
    const target = (name: string, more: string): string =>
      `  - { name: ${name}, url: "${receiver.url}/${name}", secret: "${SIGNING}", events: [play.started], ${more} }\n`;
    const begun = receiver.received.length;
    await daemon.reload(
      `${entry(jellyfin)}webhooks:\n${target('all', 'viewers: names')}${target('few', 'viewers: none, addresses: hide')}`,
    );
    jellyfin.sessions.start({ user: 'Ben', title: 'Sunrise', device: 'Ben’s phone' });
    await push(notification('PlaybackStart'), secret);
    const told = await until(
      async () => receiver.received.slice(begun).filter(({ data }) => data['title'] === 'Sunrise'),
      (sent) => sent.length === 2,
    );
    const to = (path: string) => told.find((one) => one.path === path)?.data;
    expect(to('/all')).to.include({ viewer: 'Ben', device: 'Ben’s phone' });
    expect(to('/few')).to.include({ viewer: 'Somebody', device: 'Somebody’s phone' });
  });

  it('leave no secret in the log nor in any payload', async () => {
    const { endpoints } = (await widget('')).json as { endpoints: readonly { method: string; path: string }[] };
    const paths = endpoints
      .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
      .map(({ path }) => path);
    const texts = await Promise.all(
      [...paths, '/openapi.json', '/metrics'].map(async (path) => (await daemon.get(path, key)).text),
    );
    const written = [daemon.log(), ...texts].join('\n');
    expect(daemon.log()).to.include(`POST ${PATH} 204`).and.to.include(`POST ${PATH} 401`);
    for (const word of [SECRET, SIGNING, SIGNING.slice(6), 'guess-0815', 'path-token-99', jellyfin.apiKey]) {
      expect(written.includes(word), word).to.equal(false);
    }
  });
});
