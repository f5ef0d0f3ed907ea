/** The first run, the administrator, and what outlives a restart. */
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { ADMIN, setupTokenOf, signedIn, Visitor } from '../support/visitor.js';

describe('the first run', () => {
  let daemon: DaemonHere;
  let visitor: Visitor;
  beforeEach(async () => {
    // Behind a proxy on this machine, so that visitors have addresses of their own.
    daemon = await startHere({ config: 'server: { trustProxy: [loopback] }\n' });
    visitor = new Visitor(daemon.url);
  });
  afterEach(() => daemon.dispose());

  const typed = (more: Readonly<Record<string, string>> = {}) => {
    const { name, password } = ADMIN;
    return { token: setupTokenOf(daemon), name, password, again: password, ...more };
  };
  const isSignedIn = async (who: Visitor): Promise<boolean> => (await who.open('/api/widgets/homepage')).status === 200;

  it('is told by the log, makes the administrator, and signs in', async () => {
    const address = /first run: create the administrator at (\S+)/.exec(daemon.log())?.[1] ?? '';
    expect(address).to.match(new RegExp(`^${daemon.url}/setup\\?token=([2-9A-Z]{5}-){3}[2-9A-Z]{5}$`));
    expect((await visitor.open('/login')).location).to.equal('/setup');
    const page = await visitor.open(address.slice(daemon.url.length));
    expect(page.text).to.include(`value="${setupTokenOf(daemon)}"`);
    expect(page.text).to.include('autocomplete="one-time-code"').and.to.include('autocomplete="new-password"');
    expect(await isSignedIn(visitor)).to.equal(false);
    const made = await visitor.send('/setup', typed());
    expect([made.status, made.location]).to.deep.equal([303, '/']);
    expect(await isSignedIn(visitor)).to.equal(true);
    expect((await visitor.open('/')).text).to.include('Sign out');
  });

  it('happens once: afterwards the page sends to the sign-in, and its form is refused with the old token', async () => {
    const late = new Visitor(daemon.url);
    await late.open('/setup');
    const token = setupTokenOf(daemon);
    await signedIn(daemon);
    const answer = await late.send('/setup', typed({ name: 'mallory' }));
    expect(answer.status).to.equal(409);
    expect(answer.text).to.include('An administrator already exists').and.to.include('sidelight admin reset');
    expect((await late.open(`/setup?token=${token}`)).location).to.equal('/login');
    expect(await isSignedIn(late)).to.equal(false);
  });

  it('of two at the same time makes one administrator', async () => {
    const both = [visitor, new Visitor(daemon.url)];
    for (const one of both) await one.open('/setup');
    const answers = await Promise.all(both.map((one, index) => one.send('/setup', typed({ name: `admin${index}` }))));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 409]);
    const inside = await Promise.all(both.map(isSignedIn));
    expect(inside).to.deep.equal(answers.map(({ status }) => status === 303));
  });

  it('shows again what was typed but for the passwords, with what is wrong beside each field', async () => {
    await visitor.open('/setup');
    const answer = await visitor.send(
      '/setup',
      typed({ token: 'guess<1>', name: '"ada"', password: 'short', again: 'shirt' }),
    );
    expect(answer.status).to.equal(400);
    expect(answer.text).to.include('value="guess&lt;1&gt;"').and.to.include('value="&quot;ada&quot;"');
    expect(answer.text).to.not.include('shirt').and.not.include('value="short"');
    for (const [field, text] of [
      ['token', 'This is not the right token'],
      ['password', 'A password has 10 to 256 characters'],
      ['again', 'The passwords do not match'],
    ] as const) {
      const input = new RegExp(`<input id="${field}"[^>]*>`).exec(answer.text)?.[0] ?? '';
      expect(input, field).to.match(new RegExp(`aria-describedby="${field}-fault( ${field}-hint)?"`));
      expect(input, field).to.include('aria-invalid="true"');
      expect(answer.text).to.include(`<small id="${field}-fault" class="fault">${text}`);
    }
    expect(answer.text.match(/aria-invalid/g)).to.have.lengthOf(3);
  });

  it('takes a token as people type it, and lets nobody guess', async () => {
    const wrong = { 'x-forwarded-for': '203.0.113.7' };
    await visitor.open('/setup');
    const statuses = [];
    for (let i = 0; i < 7; i++) statuses.push((await visitor.send('/setup', typed({ token: 'wrong' }), wrong)).status);
    expect(statuses).to.deep.equal([400, 400, 400, 400, 400, 429, 429]);
    const stopped = await visitor.send('/setup', typed(), wrong);
    expect(stopped.status).to.equal(429);
    expect(Number(stopped.headers.get('retry-after'))).to.be.within(1, 60);
    expect(stopped.text).to.include('Too many attempts');
    const token = setupTokenOf(daemon).toLowerCase().replaceAll('-', ' ');
    expect((await visitor.send('/setup', typed({ token }))).status).to.equal(303);
  });

  it('opens again by `sidelight admin reset`, which ends all sessions and the old token', async () => {
    const token = setupTokenOf(daemon);
    const admin = (...args: string[]) =>
      commandHere(['admin', ...args, '--data', join(daemon.folder, 'data')], daemon.folder);
    expect((await admin('token')).stdout).to.equal(`${token}\n`);
    expect((await admin()).stdout)
      .to.include('no administrator exists yet')
      .and.to.include(`/setup?token=${token}`);
    visitor = await signedIn(daemon);
    expect((await admin()).stdout).to.match(/^ada is the administrator, since \d{4}-/);
    expect((await admin('token')).status).to.equal(1);
    expect((await admin('token')).stderr)
      .to.include('ada is already the administrator')
      .and.to.include('sidelight admin reset');
    const { status, stdout } = await admin('reset');
    expect(status).to.equal(0);
    const fresh = /create the administrator at http:\/\/127\.0\.0\.1:7780\/setup\?token=(\S+)/.exec(stdout)?.[1] ?? '';
    expect(fresh).to.have.lengthOf(23).and.not.equal(token);
    expect(await isSignedIn(visitor)).to.equal(false);
    await visitor.open('/setup');
    expect((await visitor.send('/setup', typed({ token, name: 'mallory' }))).status).to.equal(400);
    expect((await visitor.send('/setup', typed({ token: fresh }))).status).to.equal(303);
    expect((await admin('rest')).status).to.equal(2);
  });

  it('is told only until there is an administrator; sessions outlive a restart', async () => {
    visitor = await signedIn(daemon);
    await daemon.stop();
    daemon = await startHere({ folder: daemon.folder, config: 'server: { trustProxy: [loopback] }\n' });
    expect(daemon.log()).to.not.include('first run');
    const back = new Visitor(daemon.url);
    for (const [name, value] of visitor.cookies) back.cookies.set(name, value);
    expect(await isSignedIn(back)).to.equal(true);
    await back.open('/settings/account');
    expect((await back.send('/settings/sessions/end-others')).status).to.equal(303);
  });
});
