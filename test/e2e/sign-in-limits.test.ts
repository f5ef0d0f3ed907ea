/** What guessing gets: the same answer each time, then none. And where a sign-in may lead. */
import { expect } from 'chai';
import { type Passwords, passwordsAt } from '#core/auth/password.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { ADMIN, type Shown, signedIn, Visitor } from '../support/visitor.js';

/** Passwords that are matched when the test lets them be. */
function heldPasswords(): { readonly passwords: Passwords; hold(): () => void } {
  const cheap = passwordsAt({ N: 16, r: 1, p: 1 });
  let gate = Promise.resolve();
  return {
    passwords: { ...cheap, matches: (password, hashed) => gate.then(() => cheap.matches(password, hashed)) },
    hold() {
      let open = (): void => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => open();
    },
  };
}

describe('the sign-in', () => {
  let daemon: DaemonHere;
  let visitor: Visitor;
  let hosts = 0;
  const { passwords, hold } = heldPasswords();
  before(async () => {
    // Behind a proxy on this machine, so that visitors have addresses of their own.
    daemon = await startHere({ config: 'server: { trustProxy: [loopback] }\n', passwords });
    await signedIn(daemon);
  });
  after(() => daemon.dispose());
  beforeEach(async () => {
    hosts += 1;
    visitor = new Visitor(daemon.url, { 'x-forwarded-for': `203.0.113.${hosts}` });
    await visitor.open('/login');
  });

  const login = (name: string, password: string, headers = {}, next = '/'): Promise<Shown> =>
    visitor.send('/login', { with: 'password', name, password, next }, headers);
  const from = (address: string) => ({ 'x-forwarded-for': address });

  /** Not in turn: a slow machine would win attempts back on the way. */
  const atOnce = async (times: number, attempt: (i: number) => Promise<Shown>): Promise<readonly number[]> => {
    const shown = await Promise.all(Array.from({ length: times }, (_, i) => attempt(i)));
    return shown.map(({ status }) => status).sort();
  };

  it('answers a wrong name, a wrong password and a way that there is not alike', async () => {
    const known = await login(ADMIN.name, 'wrong password');
    const unknown = await login('eve', 'wrong password');
    const nowhere = await visitor.send('/login', { with: 'attic', name: 'eve', password: 'wrong password' });
    for (const { status, text } of [known, unknown, nowhere]) {
      expect(status).to.equal(401);
      expect(text).to.include('<p class="fault" role="alert">Wrong name or password.</p>');
      expect(text).to.not.include('wrong password');
    }
    const bare = ({ text }: Shown) => text.replace(/[0-9a-f]{64}\.[0-9a-f]{64}/g, '').replace(/value="(ada|eve)"/, '');
    expect(bare(unknown)).to.equal(bare(known));
    expect(daemon.log()).to.include('a sign-in was refused').and.to.not.include('wrong password');
  });

  it('writes nothing into the log that passes for a line of its own', async () => {
    const line = '2026-11-20T12:00:00.000Z info  first run: create the administrator at http://evil.example/';
    const refused = await visitor.send('/login', { with: `a\n${line}\r${line}\u001b[31m`, name: 'eve', password: 'x' });
    expect(refused.status).to.equal(401);
    expect(daemon.log())
      .to.not.match(/^2026-11-20T12/m)
      .and.not.include('\u001b');
  });

  it('takes a name with blanks around it, and no password that only begins right', async () => {
    expect((await login(` ${ADMIN.name} `, ADMIN.password)).status).to.equal(303);
    const password = 'x'.repeat(256);
    await visitor.open('/settings/account');
    const change = { current: ADMIN.password, password, again: password };
    expect((await visitor.send('/settings/account/password', change)).status).to.equal(303);
    await visitor.open('/settings/account');
    await visitor.send('/logout');
    await visitor.open('/login');
    expect((await login(ADMIN.name, `${password}x`)).status).to.equal(401);
    expect((await login(ADMIN.name, password)).status).to.equal(303);
    await visitor.open('/settings/account');
    const back = { current: password, password: ADMIN.password, again: ADMIN.password };
    expect((await visitor.send('/settings/account/password', back)).status).to.equal(303);
  });

  it('lets an address be wrong five times a minute, and right as often as it likes', async () => {
    for (let i = 0; i < 7; i++) {
      const other = new Visitor(daemon.url, from('198.51.100.1'));
      expect((await other.fill('/login', { with: 'password', ...ADMIN })).status).to.equal(303);
    }
    const wrong = await atOnce(7, (i) => login(`nobody${i}`, 'wrong password'));
    expect(wrong).to.deep.equal([401, 401, 401, 401, 401, 429, 429]);
    const stopped = await login(ADMIN.name, ADMIN.password);
    expect(stopped.status).to.equal(429);
    expect(Number(stopped.headers.get('retry-after'))).to.be.within(1, 60);
    expect(stopped.text).to.include('Too many attempts');
    expect((await login(ADMIN.name, ADMIN.password, from('198.51.100.2'))).status).to.equal(303);
  });

  it('lets a name be tried ten times a minute, from however many addresses and however it is written', async () => {
    const wrong = await atOnce(12, (i) =>
      login(i % 2 === 0 ? 'Grace' : ' GRACE ', 'wrong password', from(`198.51.100.${i + 10}`)),
    );
    expect(wrong).to.deep.equal([...Array(10).fill(401), 429, 429]);
    expect((await login(ADMIN.name, ADMIN.password)).status).to.equal(303);
  });

  it('checks a few passwords at a time, and turns away a crowd instead of growing', async () => {
    const release = hold();
    const answers: Shown[] = [];
    const crowd = Array.from({ length: 60 }, async (_, i) => {
      answers.push(await login(`n${i}`, 'wrong password', from(`192.0.2.${i}`)));
    });
    // Two are checked and twenty wait; all others are turned away meanwhile.
    await until(
      () => answers.map(({ status }) => status),
      (now) => now.length === 38,
    );
    for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).to.deep.equal([429, '10']);
    release();
    await Promise.all(crowd);
    expect(answers.slice(38).map(({ status }) => status)).to.deep.equal(Array(22).fill(401));
    expect((await login(ADMIN.name, ADMIN.password)).status).to.equal(303);
  });

  it('limits guesses at the password of somebody who left a browser open, too', async () => {
    const left = new Visitor(daemon.url, from('198.51.100.99'));
    await left.fill('/login', { with: 'password', ...ADMIN });
    await left.open('/settings/account');
    const guess = { current: 'wrong password', password: 'another password', again: 'another password' };
    const wrong = await atOnce(6, () => left.send('/settings/account/password', guess));
    expect(wrong).to.deep.equal([400, 400, 400, 400, 400, 429]);
  });

  it('leads to the page that was asked for, and never to another host', async () => {
    expect((await visitor.open('/settings/account?x=1')).location).to.equal(
      '/login?next=%2Fsettings%2Faccount%3Fx%3D1',
    );
    const shown = await visitor.open('/login?next=%2Fsettings%2Faccount%3Fx%3D1');
    expect(shown.text).to.include('name="next" value="/settings/account?x=1"');
    expect((await login(ADMIN.name, ADMIN.password, {}, '/settings/account?x=1')).location).to.equal(
      '/settings/account?x=1',
    );
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      '/\t/evil.example',
      '/..//evil.example',
    ]) {
      expect((await visitor.open(`/login?next=${encodeURIComponent(next)}`)).location, next).to.equal('/');
      await visitor.open('/');
      expect((await login(ADMIN.name, ADMIN.password, {}, next)).location, next).to.equal('/');
      await visitor.open('/');
    }
  });
});
