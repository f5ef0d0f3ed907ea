/** Whoever signed in before is not locked out by strangers; and what is too easy to guess is told, or not taken. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { ADMIN, type Shown, setupTokenOf, signedIn, Visitor } from '../support/visitor.js';

const DEVICE = 'sidelight_device';

describe('a browser that signed in before', () => {
  let daemon: DaemonHere;
  let owner: Visitor;
  before(async () => {
    daemon = await startHere({ config: 'server: { trustProxy: [loopback] }\n' });
    owner = await signedIn(daemon);
    await owner.send('/logout');
  });
  after(() => daemon.dispose());

  const login = (visitor: Visitor, name: string, password: string): Promise<Shown> =>
    visitor.fill('/login', { with: 'password', name, password });
  /** At the administrator's name, until nobody may try it any more, from the same address, too. */
  const crowd = async (): Promise<void> => {
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '127.0.0.1']) {
      const stranger = new Visitor(daemon.url, { 'x-forwarded-for': address });
      await stranger.open('/login');
      const guess = { with: 'password', name: ADMIN.name, password: 'wrong password' };
      await Promise.all(Array.from({ length: 6 }, () => stranger.send('/login', guess)));
    }
  };

  it('signs in while strangers have used up the budget of the name and of the address', async () => {
    await crowd();
    const stranger = new Visitor(daemon.url, { 'x-forwarded-for': '198.51.100.9' });
    expect((await login(stranger, ADMIN.name, ADMIN.password)).status).to.equal(429);
    expect(owner.cookies.has(DEVICE), 'outlasts the sign-out').to.equal(true);
    expect((await login(owner, ADMIN.name, ADMIN.password)).status).to.equal(303);
  });

  it('has a budget of its own, for that name alone', async () => {
    await owner.open('/');
    await owner.send('/logout');
    await owner.open('/login');
    const guess = { with: 'password', name: ADMIN.name, password: 'wrong password' };
    const wrong = await Promise.all(Array.from({ length: 7 }, () => owner.send('/login', guess)));
    expect(wrong.map(({ status }) => status).sort()).to.deep.equal([401, 401, 401, 401, 401, 429, 429]);
    await crowd();
    expect((await login(owner, 'grace', 'wrong password')).status, 'another name').to.equal(429);
  });

  it('is believed by what we signed alone', async () => {
    await crowd();
    const cookie = owner.cookies.get(DEVICE) ?? '';
    const [id = '', at = '', proof = ''] = cookie.split('.');
    const later = String(Number(at) + 1);
    const forged = ['', 'j:{}', id, `${id}.${at}.${'A'.repeat(43)}`, `${id}.${later}.${proof}`, `x${cookie}`];
    for (const value of forged) {
      const visitor = new Visitor(daemon.url);
      visitor.cookies.set(DEVICE, value);
      expect((await login(visitor, ADMIN.name, ADMIN.password)).status, value).to.equal(429);
    }
  });
});

describe('what is easy to guess', () => {
  let daemon: DaemonHere;
  afterEach(() => daemon.dispose());

  it('is no password of an administrator', async () => {
    daemon = await startHere();
    const visitor = new Visitor(daemon.url);
    await visitor.open('/setup');
    const token = setupTokenOf(daemon);
    for (const password of ['1234567890', 'qwertyuiop', 'Manchester', 'Basketball', 'password2024!', 'Princess-1999']) {
      const refused = await visitor.send('/setup', { token, name: 'ada', password, again: password });
      expect(refused.status, password).to.equal(400);
      expect(refused.text).to.include('too common: choose a unique one, such as four unrelated words');
    }
    const owner = await signedIn(daemon);
    await owner.open('/settings/account');
    const change = { current: ADMIN.password, password: '1qaz2wsx3edc', again: '1qaz2wsx3edc' };
    const refused = await owner.send('/settings/account/password', change);
    expect([refused.status, refused.text.includes('tried first')]).to.deep.equal([400, true]);
  });

  it('is told by the digest where it is in the config, and goes on working', async () => {
    const config = (key: string, secret: string) =>
      `keys: [{ name: wall, key: ${key} }]\n` +
      `integrations: { demo: { plugin: demo, webhookSecret: ${secret} } }\n` +
      'server: { publicUrl: "https://box.example" }\n' +
      'auth: { oidc: { issuer: "http://id.example", clientId: tv, admins: [a] } }\n';
    daemon = await startHere({ config: config('fifteen-letters', 'short') });
    const digest = async (key: string): Promise<string> => (await daemon.get('/api/widgets/digest', key)).text;
    const text = await until(
      () => digest('fifteen-letters'),
      (told) => told.includes('webhookSecret'),
    );
    expect(text).to.include('The key \\"wall\\" in the config has fewer than 16 characters');
    expect(text).to.include('The sign-in provider uses http').and.not.include('fifteen-letters');
    await daemon.reload(config('sixteen-letters!', 'sixteen-letters!').replace('http:', 'https:'));
    await until(
      () => digest('sixteen-letters!'),
      (told) => !/16 characters|over http/.test(told),
    );
  });
});
