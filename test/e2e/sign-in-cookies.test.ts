/** What browsers are told to keep, for whom, and to forget. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { signedIn, Visitor } from '../support/visitor.js';

const HTTPS = { 'x-forwarded-proto': 'https' };
const PLAIN = 'sidelight_session';
const HOST = '__Host-sidelight_session';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0';

describe('cookies', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere({ config: 'server: { trustProxy: [loopback], hsts: true }\n' });
    await signedIn(daemon);
  });
  after(() => daemon.dispose());

  const overHttps = async (): Promise<Visitor> => {
    const visitor = new Visitor(daemon.url, { ...HTTPS, 'user-agent': FIREFOX });
    await visitor.fill('/login', { with: 'password', name: 'ada', password: 'correct horse battery' });
    await visitor.open('/');
    return visitor;
  };

  it('belong to the very host over https, and nobody else can have set them', async () => {
    const visitor = await overHttps();
    const { setCookies } = await visitor.open('/');
    expect([...visitor.cookies.keys()])
      .to.include.members([HOST, '__Host-sidelight_csrf'])
      .and.not.include(PLAIN);
    for (const cookie of setCookies) {
      expect(cookie)
        .to.match(/^__Host-/)
        .and.include('; Path=/;')
        .and.include('; Secure')
        .and.not.include('Domain');
    }
    expect((await visitor.send('/settings/sessions/end-others')).status, 'a form').to.equal(303);
    const planted = new Visitor(daemon.url, HTTPS);
    planted.cookies.set(PLAIN, visitor.cookies.get(HOST) ?? '');
    planted.cookies.set(HOST, 's:nobody.AAAA');
    expect((await planted.open('/settings/account')).status, 'the one that is bound to the host counts').to.equal(303);
  });

  it('of before go on under the new name', async () => {
    const owner = await signedIn(daemon);
    const later = new Visitor(daemon.url, HTTPS);
    later.cookies.set(PLAIN, owner.cookies.get(PLAIN) ?? '');
    const api = await later.open('/api/widgets/homepage');
    expect([api.status, api.setCookies]).to.deep.equal([200, []]);
    const page = await later.open('/settings/account');
    expect(page.status).to.equal(200);
    const renamed = page.setCookies.find((line) => line.startsWith(HOST));
    expect(renamed, 'browsers take it so alone').to.include('; Path=/;').and.include('; Secure');
    expect([...later.cookies.keys()])
      .to.include(HOST)
      .and.not.include(PLAIN);
    expect((await later.open('/settings/account')).status).to.equal(200);
  });

  it('are set by pages alone: no answer of the API has one', async () => {
    const owner = await signedIn(daemon);
    for (const path of ['/api/widgets', '/api/widgets/homepage', '/api/widgets/homepage?limit=2', '/api/nothing']) {
      expect((await owner.open(path)).setCookies, path).to.deep.equal([]);
    }
    const headers = { 'content-type': 'application/json', 'x-csrf-token': owner.token };
    expect((await owner.send('/api/widgets/downloads/pause', {}, headers)).setCookies).to.deep.equal([]);
    expect((await owner.open('/settings/account')).setCookies).to.have.lengthOf.at.least(1);
  });

  it('go at the sign-out, with what the browser kept of us and of nobody else', async () => {
    const visitor = await overHttps();
    const out = await visitor.send('/logout');
    expect(out.headers.get('clear-site-data')).to.equal('"cache", "storage"');
    expect([...visitor.cookies.keys()].filter((name) => /session|csrf/.test(name))).to.deep.equal([]);
  });

  it('are joined by the word to come by https, where that was asked for and https is there', async () => {
    const secure = await new Visitor(daemon.url, HTTPS).open('/login');
    expect(secure.headers.get('strict-transport-security')).to.equal('max-age=31536000');
    expect((await new Visitor(daemon.url).open('/login')).headers.get('strict-transport-security')).to.equal(null);
    await daemon.reload('server: { trustProxy: [loopback] }\n');
    const off = await new Visitor(daemon.url, HTTPS).open('/login');
    expect(off.headers.get('strict-transport-security')).to.equal(null);
  });
});

describe('the list of sessions', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere({ config: 'server: { trustProxy: [loopback] }\n' });
    await signedIn(daemon);
  });
  after(() => daemon.dispose());

  it('says who is signed in, where and with what, and ends one or all others', async () => {
    const owner = await signedIn(daemon);
    const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.9' };
    const other = new Visitor(daemon.url, headers);
    await other.fill('/login', { with: 'password', name: 'ada', password: 'correct horse battery' });
    const { text } = await owner.open('/settings/sessions');
    expect(text).to.include('Firefox on Linux').and.include('203.0.113.9').and.include('This browser');
    const card = text.split('<li').find((each) => each.includes('203.0.113.9')) ?? '';
    const id = /name="id" value="([0-9a-f]{64})"/.exec(card)?.[1] ?? '';
    expect((await owner.send('/settings/sessions/end', { id })).location).to.equal('/settings/sessions?done=one');
    expect((await other.open('/settings/account')).status).to.equal(303);
    expect((await owner.open('/settings/account')).status).to.equal(200);
    const third = await signedIn(daemon);
    await owner.open('/settings/sessions');
    const ended = await owner.send('/settings/sessions/end-others');
    expect((await owner.open(ended.location)).text)
      .to.include('All other sessions were ended')
      .and.not.include('End all');
    expect((await third.open('/settings/account')).status).to.equal(303);
  });

  it('is for who is signed in', async () => {
    const stranger = new Visitor(daemon.url);
    expect((await stranger.open('/settings/sessions')).location).to.equal('/login?next=%2Fsettings%2Fsessions');
    await stranger.open('/login');
    expect((await stranger.send('/settings/sessions/end-others')).status).to.equal(401);
  });
});
