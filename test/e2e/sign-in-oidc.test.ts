/** With an OpenID Connect provider: who gets in, who does not, and what is said of it. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { CLIENT, startProvider, type TestProvider } from '../support/oidc-provider.js';
import { until } from '../support/until.js';
import { signedIn, Visitor } from '../support/visitor.js';

const PUBLIC = 'https://box.example/tv';
const REDIRECT = `${PUBLIC}/login/oidc/callback`;
const HOME = '/api/widgets/homepage';

describe('the sign-in with an OpenID Connect provider', () => {
  let provider: TestProvider;
  let daemon: DaemonHere;
  let hosts = 0;
  const config = (more = '', oidc = ''): string =>
    `server: { trustProxy: [loopback], publicUrl: "${PUBLIC}", basePath: /tv }\n` +
    `auth: { ${more} oidc: { issuer: "${provider.issuer}", clientId: ${CLIENT.id}, clientSecret: "${CLIENT.secret}", ` +
    `scopes: [profile, groups, email], admins: [tv-admins], label: Come in by Example ID, ${oidc} } }\n`;

  before(async () => {
    provider = await startProvider(REDIRECT);
    provider.people.set('ada', { preferred_username: 'ada', groups: ['users', 'tv-admins'] });
    provider.people.set('ben', { preferred_username: 'ben', groups: ['users'] });
    provider.people.set('cleo', { name: 'Cleo' });
    provider.people.set('dan', { name: 'dan@example.org', email: 'dan@example.org', groups: 'tv-admins' });
    daemon = await startHere({ config: config() });
  });
  after(async () => {
    await daemon.dispose();
    await provider.close();
  });
  beforeEach(async () => {
    provider.who = 'ada';
    provider.lifeS = 3600;
    await daemon.reload(config());
  });

  const somebody = (): Visitor => {
    hosts += 1;
    return new Visitor(daemon.url, { 'x-forwarded-for': `203.0.113.${hosts}` });
  };
  /** Where the browser is sent with what the provider gave it. */
  const goThere = async (visitor: Visitor, query = '?next=/docs', jar?: Map<string, string>): Promise<string> => {
    const { status, location } = await visitor.open(`/login/oidc${query}`);
    expect(status).to.equal(303);
    return (await provider.through(location, jar)).slice(PUBLIC.length);
  };
  const comeIn = async (visitor = somebody(), query?: string, jar?: Map<string, string>) => {
    const back = await goThere(visitor, query, jar);
    return visitor.open(back);
  };

  it('needs no administrator here, asks with PKCE, state and nonce, and leads to the page that was asked for', async () => {
    const visitor = somebody();
    const page = await visitor.open('/login?next=/docs');
    expect(page.text).to.include('href="/tv/login/oidc?next=%2Fdocs">Come in by Example ID</a>');
    const answer = await comeIn(visitor);
    expect([answer.status, answer.location]).to.deep.equal([303, '/tv/docs']);
    const asked = provider.asked.at(-1) ?? new URLSearchParams();
    expect(asked.get('redirect_uri')).to.equal(REDIRECT);
    expect(asked.get('code_challenge_method')).to.equal('S256');
    expect(asked.get('scope')).to.equal('openid profile groups email');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name), name).to.have.lengthOf.above(20);
    expect((await visitor.open(HOME)).status).to.equal(200);
    expect((await visitor.open('/settings/account')).text).to.include(
      '<strong>ada</strong>, signed in with single sign-on',
    );
    expect(daemon.log()).to.include('ada signed in').and.not.include(CLIENT.secret);
    expect(asked.get('state'), 'of each sign-in').to.not.equal(
      new URL((await somebody().open('/login/oidc')).location).searchParams.get('state'),
    );
  });

  it('lets nobody in of whom nothing says that they are an administrator', async () => {
    for (const who of ['ben', 'cleo']) {
      provider.who = who;
      const visitor = somebody();
      const refused = await comeIn(visitor);
      expect(refused.status, who).to.equal(403);
      expect(refused.text).to.match(/(ben|Cleo) is not an administrator according to the claim groups\./);
      expect((await visitor.open(HOME)).status).to.equal(401);
    }
    provider.who = 'dan';
    expect((await comeIn()).status, 'a single group is a group').to.equal(303);
    expect(daemon.log()).to.not.include('dan@example.org');
    await daemon.reload(config('', 'adminClaim: email,').replace('[tv-admins]', '[dan@example.org]'));
    expect((await comeIn()).status, 'an address that nobody has looked at').to.equal(403);
    provider.people.set('dan', { name: 'Dan', email: 'dan@example.org', email_verified: true });
    expect((await comeIn()).status).to.equal(303);
  });

  it('takes no answer that it did not ask for, none twice and none from another browser', async () => {
    const visitor = somebody();
    const back = await goThere(visitor);
    const stale = await somebody().open(back);
    expect([stale.status, stale.text.includes('in another browser')]).to.deep.equal([400, true]);
    expect((await visitor.open(back.replace(/state=[^&]+/, 'state=wrong'))).status).to.equal(400);
    expect((await visitor.open(back)).status, 'one try').to.equal(400);
    expect((await visitor.open('/login/oidc/callback')).status).to.equal(400);
    const again = await goThere(visitor);
    expect((await visitor.open(again)).status).to.equal(303);
    expect((await visitor.open(again)).status, 'once').to.equal(400);
    const other = await goThere(visitor, '?again=1');
    const odd = await visitor.open(other.replace(/code=[^&]+/, 'code=wrong'));
    expect([odd.status, odd.text.includes('no longer knows this sign-in')]).to.deep.equal([400, true]);
    expect((await visitor.open(HOME)).status, 'whoever is signed in stays so').to.equal(200);
    const planted = await goThere(visitor, '?next=//evil.example&again=1');
    expect((await visitor.open(planted)).location).to.equal('/tv/');
  });

  it('says what is wrong: cancelled, the wrong client, clocks, an address that answers otherwise, nothing', async () => {
    const said = async (query?: string) => {
      const { status, text } = await comeIn(somebody(), query);
      return `${status} ${/<h1>[^<]*<\/h1>\s*<p>([^<]*)<\/p>/.exec(text)?.[1]}`;
    };
    provider.who = '';
    expect(await said()).to.equal('403 The provider denied access, or the sign-in was cancelled there.');
    provider.who = 'ada';
    provider.lifeS = -90;
    expect(await said()).to.equal('502 The clocks of the provider and Sidelight differ by more than a minute.');
    provider.lifeS = -30;
    expect(await said()).to.equal('303 undefined');
    provider.lifeS = 3600;
    await daemon.reload(config().replace(CLIENT.secret, 'another secret'));
    expect(await said()).to.equal('502 The provider rejected the clientId or clientSecret.');
    const begun = async () => {
      const { status, text } = await somebody().open('/login/oidc');
      return `${status} ${/<h1>[^<]*<\/h1>\s*<p>([^<]*)<\/p>/.exec(text)?.[1]}`;
    };
    await daemon.reload(config().replace(provider.issuer, `${provider.issuer}/nowhere`));
    expect(await begun()).to.equal('502 The sign-in provider does not answer, or not with OpenID Connect.');
    await daemon.reload(config().replace(provider.issuer, 'http://127.0.0.1:9'));
    expect(await begun()).to.equal('502 The sign-in provider does not answer, or not with OpenID Connect.');
    await daemon.reload(config().replace('127.0.0.1', 'localhost'));
    expect(await begun()).to.equal('502 The provider’s response failed verification.');
    const page = await somebody().open('/login/oidc', { accept: 'application/json' });
    expect(JSON.parse(page.text)).to.have.nested.property('error.code', 'oidc_invalid');
  });

  it('lets people guess no faster than with passwords', async () => {
    const visitor = somebody();
    const statuses = await Promise.all(Array.from({ length: 7 }, () => visitor.open('/login/oidc')));
    expect(statuses.map(({ status }) => status).sort()).to.deep.equal([303, 303, 303, 303, 303, 429, 429]);
    const shown = await visitor.open('/login/oidc', { 'sec-fetch-dest': 'image' });
    expect(shown.location, 'a picture on another site').to.equal('/tv/login');
    const known = somebody();
    await comeIn(known);
    await known.open('/settings/account');
    await known.send('/logout');
    for (const [name, value] of known.cookies) visitor.cookies.set(name, value);
    expect((await visitor.open('/login/oidc')).status, 'a browser that came in before').to.equal(303);
  });

  it('is a choice beside others, and its sessions end with the setting, and with the group that let them in', async () => {
    await signedIn(daemon);
    const page = await somebody().open('/login');
    expect(page.text).to.include('or with a name and a password').and.include('type="password"');
    const visitor = somebody();
    await comeIn(visitor);
    expect((await visitor.open(HOME)).status).to.equal(200);
    await daemon.reload(config().replace('[tv-admins]', '[others, tv-admins]'));
    expect((await visitor.open(HOME)).status, 'one group more').to.equal(200);
    await daemon.reload(config().replace('[tv-admins]', '[others]'));
    await until(
      async () => (await visitor.open(HOME)).status,
      (status) => status === 401,
    );
    await daemon.reload(config());
    expect((await visitor.open(HOME)).status).to.equal(200);
    await visitor.open('/settings/account');
    const out = await visitor.send('/logout');
    expect(out.status).to.equal(303);
    expect((await visitor.open(HOME)).status).to.equal(401);
    await daemon.reload(`server: { publicUrl: "${PUBLIC}", basePath: /tv }\n`);
    expect((await somebody().open('/login/oidc')).status).to.equal(404);
  });
});
