/** Behind reverse proxies, and with the accounts of a media server. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { until } from '../support/until.js';
import { signedIn, Visitor } from '../support/visitor.js';

const HOME = '/api/widgets/homepage';

describe('the sign-in behind a reverse proxy', () => {
  let daemon: DaemonHere;
  afterEach(() => daemon.dispose());
  const https = { 'x-forwarded-proto': 'https' };

  it('keeps to its base path, with Secure cookies where a trusted proxy says https, and nowhere else', async () => {
    daemon = await startHere({ config: 'server: { trustProxy: [loopback], basePath: /side/light }\n' });
    expect(daemon.log()).to.match(
      /first run: create the administrator at http:\/\/127\.0\.0\.1:\d+\/side\/light\/setup\?token=/,
    );
    const owner = await signedIn(daemon);
    const plain = (await owner.open('/')).setCookies;
    expect(plain).to.have.lengthOf(2);
    for (const cookie of plain) expect(cookie).to.include('; Path=/side/light;').and.to.not.include('Secure');
    await owner.send('/logout');
    const visitor = new Visitor(daemon.url, https);
    const login = await visitor.fill('/login', {
      with: 'password',
      name: 'ada',
      password: 'correct horse battery',
      next: '/docs',
    });
    expect(login.location).to.equal('/side/light/docs');
    for (const cookie of [...login.setCookies, ...(await visitor.open('/')).setCookies]) {
      expect(cookie).to.include('; Path=/side/light;').and.to.include('; Secure');
    }
    expect((await visitor.open('/login?next=/../elsewhere')).location).to.equal('/side/light/');
    expect((await visitor.send('/logout')).location).to.equal('/side/light/');
    expect((await visitor.open('/settings/account')).location).to.equal('/side/light/login?next=%2Fsettings%2Faccount');
  });

  it('believes no X-Forwarded header of a stranger, and knows its public address', async () => {
    daemon = await startHere({
      config:
        'server: { trustProxy: [10.0.0.0/8], publicUrl: "https://box.example/tv" }\n' +
        'integrations:\n  jellyfin: { url: "http://127.0.0.1:9", apiKey: setup }\n',
    });
    // Whole, though a part of it is a secret of the config, too.
    expect(daemon.log()).to.include('first run: create the administrator at https://box.example/tv/setup?token=');
    const visitor = await signedIn(daemon);
    for (const cookie of (await visitor.open('/', https)).setCookies) expect(cookie).to.not.include('Secure');
    const forged = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
    expect((await visitor.send('/settings/sessions/end-others', {}, forged)).status).to.equal(403);
    const known = { origin: 'https://box.example' };
    expect((await visitor.send('/settings/sessions/end-others', {}, known)).status).to.equal(303);
  });

  it('may be what signs people in: its header is believed from its networks alone', async () => {
    const auth = (network: string) =>
      `server: { cors: ["*"] }\nauth: { proxyHeader: Remote-User, proxyNetworks: ["${network}"] }\n`;
    daemon = await startHere({ config: auth('127.0.0.1') });
    const bob = new Visitor(daemon.url, { 'remote-user': 'bob' });
    expect((await bob.open(HOME)).status).to.equal(200);
    expect((await bob.open('/login')).location).to.equal('/');
    const account = await bob.open('/settings/account');
    expect(account.text).to.include('<strong>bob</strong>').and.to.include('Remote-User');
    expect(account.text).to.not.include('type="password"').and.not.include('Sign out');
    expect((await bob.send('/settings/account/password', { current: 'x' })).status).to.equal(400);
    const eve = new Visitor(daemon.url, { 'remote-user': 'eve' });
    expect((await eve.send('/logout', { _csrf: bob.token })).status).to.equal(403);
    eve.cookies.set('sidelight_csrf', bob.cookies.get('sidelight_csrf') ?? '');
    expect((await eve.send('/logout', { _csrf: bob.token })).status).to.equal(403);

    const stranger = await new Visitor(daemon.url).open('/login');
    expect(stranger.status).to.equal(200);
    expect(stranger.text).to.include('Your reverse proxy signs people in').and.to.include('href="/setup"');

    const elsewhere = { origin: 'https://wall.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' };
    expect((await bob.open(HOME, elsewhere)).status, 'a script of another site').to.equal(401);
    expect((await bob.open('/settings/api-key', elsewhere)).status).to.equal(401);
    expect((await bob.open('/', elsewhere)).text)
      .to.include('Sign in')
      .and.not.include('bob');
    expect((await bob.open('/settings/account', { 'sec-fetch-site': 'cross-site' })).status, 'a link').to.equal(200);
    expect((await bob.open(HOME, { origin: daemon.url })).status, 'a script of ours').to.equal(200);

    await daemon.reload(auth('10.0.0.0/8'));
    await until(
      async () => (await bob.open(HOME)).status,
      (status) => status === 401,
    );
    expect((await bob.open(HOME, { 'x-forwarded-for': '10.0.0.1' })).status).to.equal(401);
    expect((await bob.open('/settings/account')).location).to.equal('/login?next=%2Fsettings%2Faccount');
  });
});

describe('the sign-in with a media server', () => {
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  const config = (auth: string): string =>
    `auth: { ${auth} }\nserver: { trustProxy: [loopback] }\nintegrations:\n` +
    `  media: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s } }\n  idle: { plugin: demo }\n`;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30 });
    daemon = await startHere({ config: config('signInWith: [media, idle]') });
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  const login = async (name: string, password: string, visitor = new Visitor(daemon.url)) =>
    visitor.fill('/login', { with: 'media', name, password });

  it('needs no administrator here, and lets those of the server in', async () => {
    const visitor = new Visitor(daemon.url);
    const page = await visitor.open('/login');
    expect(page.status).to.equal(200);
    expect(page.text).to.include('of Jellyfin (media)').and.to.include('name="with" value="media"');
    expect(page.text).to.not.include('idle');
    expect((await login('Ada', 'ada-password', visitor)).status).to.equal(303);
    expect((await visitor.open(HOME)).status).to.equal(200);
    expect(jellyfin.calls('POST /Sessions/Logout'), 'no session is left behind there').to.equal(1);
    const account = await visitor.open('/settings/account');
    expect(account.text).to.include('<strong>Ada</strong>').and.to.include('an administrator of Jellyfin (media)');
    expect(account.text).to.not.include('type="password"');
  });

  it('refuses a wrong password like any other, and says who is no administrator', async () => {
    const wrong = await login('Ada', 'wrong');
    expect([wrong.status, wrong.text.includes('Wrong name or password.')]).to.deep.equal([401, true]);
    const user = new Visitor(daemon.url);
    const refused = await login('Ben', 'ben-password', user);
    expect(refused.status).to.equal(401);
    expect(refused.text).to.include('Ben is not an administrator of Jellyfin (media).');
    expect((await user.open(HOME)).status).to.equal(401);
    expect((await login('Cleo', '')).status).to.equal(401);
  });

  it('goes by a code of Quick Connect, so that no password passes through', async () => {
    const visitor = new Visitor(daemon.url, { 'x-forwarded-for': '203.0.113.20' });
    const begin = async () => {
      await visitor.open('/login');
      return visitor.send('/login/code', { with: 'media', next: '/docs' });
    };
    expect((await visitor.open('/login')).text).to.include('Sign in with a code from Jellyfin (media)');
    expect((await begin()).location).to.equal('/login/code');
    const waiting = await visitor.open('/login/code');
    expect([waiting.status, waiting.headers.get('refresh')]).to.deep.equal([200, '3']);
    const code = /class="code"[^>]*>(\d+)</.exec(waiting.text)?.[1] ?? '';
    expect((await visitor.open(HOME)).status).to.equal(401);
    jellyfin.quickConnect.confirm(code, 'Ada');
    expect((await visitor.open('/login/code')).location).to.equal('/docs');
    expect((await visitor.open(HOME)).status).to.equal(200);
    expect(daemon.log()).to.include('Ada signed in by a code');

    await visitor.send('/logout');
    await begin();
    const other = /class="code"[^>]*>(\d+)</.exec((await visitor.open('/login/code')).text)?.[1] ?? '';
    jellyfin.quickConnect.confirm(other, 'Ben');
    const refused = await visitor.open('/login/code');
    expect([refused.status, refused.text.includes('Ben is not an administrator of Jellyfin (media).')]).to.deep.equal([
      401,
      true,
    ]);
    await begin();
    jellyfin.quickConnect.expire();
    expect((await visitor.open('/login/code')).text).to.include('The code has expired: start again.');
    expect((await visitor.open('/login/code')).location, 'and there is nothing more to wait for').to.equal('/login');
  });

  it('tells somebody who is disabled there, and ends with them: at the next sync of the users', async () => {
    const cleo = new Visitor(daemon.url, { 'x-forwarded-for': '203.0.113.21' });
    const before = jellyfin.users;
    const withCleo = (more: object) => [...before, { name: 'Cleo B', admin: true, password: 'cleo-password', ...more }];
    try {
      jellyfin.users = withCleo({});
      expect((await login('Cleo B', 'cleo-password', cleo)).status).to.equal(303);
      const asked = jellyfin.calls('GET /Users');
      await until(
        async () => jellyfin.calls('GET /Users') - asked,
        (calls) => calls > 1,
      );
      expect((await cleo.open(HOME)).status).to.equal(200);
      jellyfin.users = withCleo({ disabled: true });
      await until(
        async () => (await cleo.open(HOME)).status,
        (status) => status === 401,
      );
      expect((await cleo.open('/settings/account')).location).to.match(/^\/login/);
      const again = await login(
        'Cleo B',
        'cleo-password',
        new Visitor(daemon.url, { 'x-forwarded-for': '203.0.113.22' }),
      );
      expect(again.text).to.include('Jellyfin rejects this account: it is disabled or locked out.');
    } finally {
      jellyfin.users = before;
    }
  });

  it('says that the server does not answer', async () => {
    jellyfin.fail('down', { route: 'POST /Users/AuthenticateByName' });
    try {
      const answer = await login('Ada', 'ada-password');
      expect(answer.status).to.equal(401);
      expect(answer.text).to.include('Jellyfin (media) does not answer: try again later.');
      expect(daemon.log()).to.include('nobody can sign in with media').and.to.not.include('ada-password');
    } finally {
      jellyfin.fail(null);
    }
  });

  it('is a choice beside this Sidelight once there is an administrator, and ends with the setting', async () => {
    const ada = new Visitor(daemon.url, { 'x-forwarded-for': '203.0.113.1' });
    expect((await login('Ada', 'ada-password', ada)).status).to.equal(303);
    const owner = await signedIn(daemon);
    const { text } = await new Visitor(daemon.url).open('/login');
    expect(text).to.match(/<option value="password" selected>This Sidelight<\/option>\s*<option value="media">/);
    expect((await ada.open(HOME)).status).to.equal(200);
    await daemon.reload(config('signInWith: [idle]'));
    await until(
      async () => (await ada.open(HOME)).status,
      (status) => status === 401,
    );
    expect((await owner.open(HOME)).status).to.equal(200);
    const tried = await login('Ada', 'ada-password', new Visitor(daemon.url, { 'x-forwarded-for': '203.0.113.2' }));
    expect([tried.status, tried.text.includes('Wrong name or password.')]).to.deep.equal([401, true]);
  });
});
