/** What a session is worth, and to whom: rotation, fixation, forms of others, what the API takes. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { ADMIN, signedIn, Visitor } from '../support/visitor.js';

const SESSION = 'sidelight_session';
const CSRF = 'sidelight_csrf';

describe('sessions', () => {
  let daemon: DaemonHere;
  let owner: Visitor;
  before(async () => {
    daemon = await startHere({ config: 'server: { trustProxy: [loopback] }\n' });
    owner = await signedIn(daemon);
  });
  after(() => daemon.dispose());

  const credentials = { with: 'password', ...ADMIN };
  const statusOf = async (cookies: Readonly<Record<string, string>>): Promise<number> => {
    const visitor = new Visitor(daemon.url);
    for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value);
    return (await visitor.open('/api/widgets/homepage')).status;
  };
  const sessionOf = ({ cookies }: Visitor): string => cookies.get(SESSION) ?? '';

  it('are a signed HttpOnly cookie for our path, for seven days, and not begun before the sign-in', async () => {
    const visitor = new Visitor(daemon.url);
    await visitor.open('/login');
    expect([...visitor.cookies.keys()]).to.deep.equal([CSRF]);
    const { setCookies } = await visitor.send('/login', credentials);
    const cookie = setCookies.find((line) => line.startsWith(`${SESSION}=s%3A`)) ?? '';
    expect(cookie).to.match(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(days).to.be.within(6.9, 7.1);
    const shown = await visitor.open('/');
    expect(shown.setCookies.find((line) => line.startsWith(`${CSRF}=`))).to.match(/; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('have another id after each sign-in, and the one before is dead', async () => {
    const visitor = await signedIn(daemon);
    const first = sessionOf(visitor);
    await visitor.open('/settings/account');
    expect((await visitor.send('/login', credentials)).status).to.equal(303);
    expect(sessionOf(visitor)).to.not.equal(first);
    expect(await statusOf({ [SESSION]: sessionOf(visitor) })).to.equal(200);
    expect(await statusOf({ [SESSION]: first })).to.equal(401);
  });

  it('end with the sign-out, in the browser and here', async () => {
    const visitor = await signedIn(daemon);
    const session = sessionOf(visitor);
    const { status, location } = await visitor.send('/logout');
    expect([status, location]).to.deep.equal([303, '/']);
    expect([...visitor.cookies.keys()], 'what it knows us by').to.deep.equal(['sidelight_device']);
    expect(await statusOf({ [SESSION]: session })).to.equal(401);
    expect((await visitor.open('/settings/account')).location).to.equal('/login?next=%2Fsettings%2Faccount');
  });

  it('never take an id that somebody planted: unsigned, badly signed, or unknown', async () => {
    const dead = await signedIn(daemon);
    const unknown = sessionOf(dead);
    await dead.send('/logout');
    const id = decodeURIComponent(sessionOf(owner)).slice(2).split('.')[0] ?? '';
    for (const planted of [id, `s:${id}`, `s:${id}.AAAA`, `s%3A${id}.`, unknown, 'j:{"visitor":{"name":"x"}}', '']) {
      expect(await statusOf({ [SESSION]: planted }), planted).to.equal(401);
      const victim = new Visitor(daemon.url);
      victim.cookies.set(SESSION, planted);
      expect((await victim.fill('/login', credentials)).status).to.equal(303);
      expect(sessionOf(victim)).to.not.equal(planted);
      expect(await statusOf({ [SESSION]: planted }), `${planted} afterwards`).to.equal(401);
    }
  });

  it('open the API for reading; a key is asked for as before, and its answers set no cookie', async () => {
    for (const path of ['/api/widgets', '/api/widgets/homepage', '/api/widgets/downloads', '/api/library-storage']) {
      expect((await owner.open(path)).status, path).to.equal(200);
      expect((await new Visitor(daemon.url).open(path)).status, path).to.equal(401);
    }
    const unknown = await owner.open('/api/item-summary/nothing:1');
    expect(unknown.status).to.equal(404);
    expect((await new Visitor(daemon.url).open('/api/item-summary/nothing:1')).status).to.equal(401);
    const key = await daemon.key('full');
    for (const path of ['/api/widgets/homepage', '/api/widgets/homepage?limit=1', '/api/library-storage']) {
      const answer = await owner.open(path, { 'x-api-token': key });
      expect([answer.status, answer.setCookies.length], path).to.deep.equal([200, 0]);
    }
    expect((await owner.open('/api/widgets/homepage', { 'x-api-token': 'sl_wrong' })).status).to.equal(401);
  });

  it('are left alone by what fails before they are opened', async () => {
    await owner.open('/');
    const broken = await owner.open('/favicon.ico', { range: 'bytes=999999-' });
    expect([broken.status, broken.setCookies]).to.deep.equal([400, []]);
    expect((await owner.send('/settings/sessions/end-others')).status).to.equal(303);
  });

  it('act on the API with the token of a page only', async () => {
    await owner.open('/');
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const act = (headers: Readonly<Record<string, string>>) =>
      daemon.post('/api/widgets/downloads/pause', { id: 'nothing:1', paused: true }, undefined, { cookie, ...headers });
    const code = ({ json }: { json: object }) => (json as { error: { code: string } }).error.code;
    expect(code(await act({}))).to.equal('csrf');
    expect(code(await act({ 'x-csrf-token': 'wrong.token' }))).to.equal('csrf');
    expect(code(await act({ 'x-csrf-token': owner.token, origin: 'http://evil.example' }))).to.equal('csrf');
    expect(code(await act({ 'x-csrf-token': owner.token }))).to.equal('not_found');
  });

  describe('forms', () => {
    const refused = async (who: Visitor, path: string, fields = {}, headers = {}): Promise<string> => {
      const { status, text } = await who.send(path, fields, headers);
      expect(status, path).to.equal(403);
      expect(text).to.include('<h1>Something went wrong</h1>');
      return text;
    };

    it('need the token of their own session: none, a made-up one and one of another session are refused', async () => {
      const other = await signedIn(daemon);
      const visitor = await signedIn(daemon);
      const stranger = new Visitor(daemon.url);
      await stranger.open('/login');
      for (const token of ['', 'made.up', other.token, stranger.token]) {
        for (const path of ['/logout', '/login', '/setup', '/settings/account/password']) {
          await refused(visitor, path, { _csrf: token, ...credentials });
        }
      }
      // Not even with the cookie that belongs to the token.
      visitor.cookies.set(CSRF, other.cookies.get(CSRF) ?? '');
      expect(await refused(visitor, '/logout', { _csrf: other.token })).to.include('reload the page');
      expect(await statusOf({ [SESSION]: sessionOf(visitor) })).to.equal(200);
    });

    it('are refused from pages of other sites, though the token is right', async () => {
      await owner.open('/');
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: daemon.url },
        { origin: 'http://evil.example' },
        { origin: 'http://127.0.0.1:1' },
        { origin: 'null' },
      ]) {
        expect(await refused(owner, '/logout', {}, headers)).to.include('server.publicUrl');
      }
      const proxied = { origin: 'https://box.example', 'x-forwarded-host': 'box.example' };
      expect((await owner.send('/settings/sessions/end-others', {}, proxied)).status).to.equal(303);
      const own = { 'sec-fetch-site': 'same-origin', origin: daemon.url };
      expect((await owner.send('/settings/sessions/end-others', {}, own)).status).to.equal(303);
    });

    it('still work with cookies that somebody else left on this host', async () => {
      const visitor = new Visitor(daemon.url);
      visitor.cookies.set(CSRF, 'j:{"a":1}');
      visitor.cookies.set('other', 'j:[');
      expect((await visitor.fill('/login', credentials)).status).to.equal(303);
    });
  });

  describe('of the same person', () => {
    it('other than this one end with a new password, or on request', async () => {
      const [here, there] = [await signedIn(daemon), await signedIn(daemon)];
      const before = sessionOf(here);
      const change = (current: string, password: string, again = password) =>
        here
          .open('/settings/account')
          .then(() => here.send('/settings/account/password', { current, password, again }));
      const wrong = await change('not the password', 'another password');
      expect(wrong.status).to.equal(400);
      expect(wrong.text).to.include('id="current-fault"');
      expect((await change(ADMIN.password, 'another password', 'another passward')).text).to.include(
        'id="again-fault"',
      );
      expect(await statusOf({ [SESSION]: sessionOf(there) })).to.equal(200);
      const changed = await change(ADMIN.password, 'another password');
      expect(changed.location).to.equal('/settings/account?done=password');
      expect((await here.open(changed.location)).text).to.include('Your password was changed');
      expect(await statusOf({ [SESSION]: sessionOf(here) })).to.equal(200);
      for (const dead of [before, sessionOf(there), sessionOf(owner)]) {
        expect(await statusOf({ [SESSION]: dead })).to.equal(401);
      }
      expect((await there.fill('/login', credentials)).status).to.equal(401);
      expect((await there.fill('/login', { ...credentials, password: 'another password' })).status).to.equal(303);
      await here.open('/settings/account');
      expect((await here.send('/settings/sessions/end-others')).status).to.equal(303);
      expect(await statusOf({ [SESSION]: sessionOf(there) })).to.equal(401);
      expect(await statusOf({ [SESSION]: sessionOf(here) })).to.equal(200);
    });
  });
});
