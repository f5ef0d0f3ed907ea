/** A key of scope full takes a proof of who asks for it, each in their way. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { CLIENT, startProvider, type TestProvider } from '../support/oidc-provider.js';
import { skippingClock } from '../support/skipping-clock.js';
import { ADMIN, type Fields, type Shown, signedIn, Visitor } from '../support/visitor.js';

const PAGE = '/settings/api-key';
const PUBLIC = 'https://box.example';
const FORM = { expires: 'never', expiresOn: '', networks: '', perMinute: '' };

describe('a key of scope full', () => {
  let jellyfin: FakeJellyfin;
  let provider: TestProvider;
  let daemon: DaemonHere;
  let ofMedia: Visitor;
  let ofProvider: Visitor;
  const clock = skippingClock();
  before(async () => {
    [jellyfin, provider] = await Promise.all([
      startFakeJellyfin({ items: 3 }),
      startProvider(`${PUBLIC}/login/oidc/callback`),
    ]);
    provider.people.set('ada', { preferred_username: 'ada', groups: ['tv'] });
    daemon = await startHere({
      clock,
      config:
        `server: { trustProxy: [loopback], publicUrl: "${PUBLIC}" }\n` +
        'auth: { signInWith: [media], proxyHeader: Remote-User, proxyNetworks: ["127.0.0.1"],\n' +
        `  oidc: { issuer: "${provider.issuer}", clientId: ${CLIENT.id}, clientSecret: "${CLIENT.secret}", scopes: [profile, groups], admins: [tv] } }\n` +
        `integrations: { media: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" } }\n`,
    });
    ofMedia = new Visitor(daemon.url, { 'x-forwarded-for': '203.0.113.30' });
    ofProvider = new Visitor(daemon.url, { 'x-forwarded-for': '203.0.113.31' });
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all([jellyfin.close(), provider.close()]);
  });

  const make = (visitor: Visitor, name: string, fields: Fields = {}): Promise<Shown> =>
    visitor.fill(PAGE, { ...FORM, name, scope: 'full', ...fields });
  const isMade = ({ text }: Shown): boolean => /sl_[0-9A-Za-z]{49}/.test(text);

  it('takes the password of the administrator again, each time, and keeps what was typed', async () => {
    const owner = await signedIn(daemon);
    const asked = await make(owner, 'script', { widgets: ['homepage', 'digest'], networks: '10.0.0.0/8' });
    expect([asked.status, isMade(asked)]).to.deep.equal([200, false]);
    expect(asked.text).to.include('Your password').and.include('action="/settings/api-key"');
    for (const value of ['script', 'homepage', 'digest', '10.0.0.0/8'])
      expect(asked.text).to.include(`value="${value}"`);
    const wrong = await make(owner, 'script', { current: 'not the password' });
    expect([wrong.status, isMade(wrong)]).to.deep.equal([400, false]);
    expect(wrong.text).to.include('This is not your password').and.not.include('not the password');
    expect(isMade(await make(owner, 'script', { current: ADMIN.password }))).to.equal(true);
    expect(isMade(await make(owner, 'other'))).to.equal(false);
    expect(isMade(await make(owner, 'narrow', { scope: 'widgets-write' })), 'any other scope').to.equal(true);
  });

  it('is not made of another one without it', async () => {
    const owner = await signedIn(daemon);
    expect(isMade(await make(owner, 'grows', { scope: 'widgets-only' }))).to.equal(true);
    const { text } = await owner.open(PAGE);
    const row = text.split('<tr ').find((each) => each.includes('data-name>grows<')) ?? '';
    const id = /data-key="([^"]+)"/.exec(row)?.[1] ?? '';
    const asked = await owner.send(`${PAGE}/scope`, { id, scope: 'full' });
    expect([asked.status, asked.location]).to.deep.equal([200, '']);
    expect(asked.text).to.include(`action="${PAGE}/scope"`).and.include(`value="${id}"`);
    const done = await owner.send(`${PAGE}/scope`, { id, scope: 'full', current: ADMIN.password });
    expect(done.location).to.equal(`${PAGE}?done=scope#keys`);
  });

  it('takes that of the media server, unless it was typed just now', async () => {
    const visitor = ofMedia;
    await visitor.fill('/login', { with: 'media', name: 'Ada', password: 'ada-password' });
    expect(isMade(await make(visitor, 'of media'))).to.equal(true);
  });

  it('takes a sign-in of these minutes at the provider, of which it says when it was', async () => {
    const visitor = ofProvider;
    const jar = new Map<string, string>();
    const comeIn = async (query: string): Promise<Shown> => {
      const { location } = await visitor.open(`/login/oidc${query}`);
      return visitor.open((await provider.through(location, jar)).slice(PUBLIC.length));
    };
    await comeIn('');
    const asked = await make(visitor, 'of the provider');
    expect(isMade(asked), 'it did not say when it asked who it is').to.equal(false);
    expect(asked.text).to.include('href="/login/oidc?again=1&amp;next=%2Fsettings%2Fapi-key">Sign in again');
    const logins = provider.logins;
    expect((await comeIn('?again=1&next=/settings/api-key')).location).to.equal(PAGE);
    expect(provider.asked.at(-1)?.get('max_age')).to.equal('600');
    expect(provider.logins, 'a minute ago is soon enough').to.equal(logins);
    expect(isMade(await make(visitor, 'of the provider'))).to.equal(true);
  });

  it('is made by a command where a proxy signs people in', async () => {
    const visitor = new Visitor(daemon.url, { 'remote-user': 'bob' });
    const asked = await make(visitor, 'of the proxy');
    expect(isMade(asked)).to.equal(false);
    expect(asked.text).to.include('sidelight keys create').and.not.include('type="password"');
    expect(isMade(await make(visitor, 'of the proxy', { scope: 'metrics' }))).to.equal(true);
  });

  it('takes another proof ten minutes later', async () => {
    clock.skip(600_000);
    expect(isMade(await make(ofProvider, 'of the provider, later'))).to.equal(false);
    const asked = await make(ofMedia, 'of media, later');
    expect(isMade(asked)).to.equal(false);
    expect(asked.text).to.include('Your password at Jellyfin (media)');
    expect((await make(ofMedia, 'of media, later', { current: 'wrong' })).status).to.equal(400);
    expect(isMade(await make(ofMedia, 'of media, later', { current: 'ada-password' }))).to.equal(true);
  });
});
