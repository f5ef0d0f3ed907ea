/** First run, sign-in, sessions and forms, at the border of the daemon. */
import { expect } from 'chai';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { ADMIN, setupTokenOf, signedIn, Visitor } from '../support/visitor.js';

describe('the first run', () => {
  let daemon: Daemon;
  beforeEach(async () => {
    daemon = await startDaemon();
  });
  afterEach(() => daemon.dispose());

  it('is told by the log, makes the administrator, and signs in', async () => {
    const address = /first run: create the administrator at (\S+)/.exec(daemon.log())?.[1] ?? '';
    expect(address).to.match(new RegExp(`^${daemon.url}/setup\\?token=([2-9A-Z]{5}-){3}[2-9A-Z]{5}$`));
    const visitor = new Visitor(daemon.url);
    expect((await visitor.open('/login')).location).to.equal('/setup');
    const page = await visitor.open(address.slice(daemon.url.length));
    expect(page.text).to.include(`value="${setupTokenOf(daemon)}"`);
    const { name, password } = ADMIN;
    const made = await visitor.send('/setup', { token: setupTokenOf(daemon), name, password, again: password });
    expect([made.status, made.location]).to.deep.equal([303, '/']);
    expect((await visitor.open('/')).text).to.include('Sign out');
    expect((await visitor.open('/setup')).location).to.equal('/login');
    const again = await signedIn(daemon);
    expect((await again.open('/api/widgets/homepage')).status).to.equal(200);
  });
});
