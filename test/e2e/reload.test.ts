/** SIGHUP: a changed config restarts what changed; a bad one changes nothing. */
import { expect } from 'chai';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';

describe('a changed config', () => {
  let one: FakeJellyfin;
  let two: FakeJellyfin;
  let daemon: Daemon;
  let key: string;

  const entry = (id: string, { url, apiKey }: FakeJellyfin): string =>
    `  ${id}: { plugin: jellyfin, url: "${url}", apiKey: "${apiKey}" }\n`;
  const users = async () => (await daemon.get('/api/widgets/users', key)).json;

  before(async () => {
    one = await startFakeJellyfin({ items: 30 });
    two = await startFakeJellyfin({ items: 30, users: [{ name: 'Dora', admin: true }] });
    daemon = await startDaemon({ config: `integrations:\n${entry('one', one)}` });
    key = daemon.key();
    await until(users, (json) => json['users'] === 2);
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all([one.close(), two.close()]);
  });

  it('adds an integration and leaves the other alone', async () => {
    one.resetCalls();
    daemon.writeConfig(`integrations:\n${entry('one', one)}${entry('two', two)}`);
    daemon.signal('SIGHUP');
    const json = await until(users, (now) => now['users'] === 3);
    expect((json['sources'] as readonly { id: string }[]).map(({ id }) => id)).to.deep.equal(['one', 'two']);
    expect(one.calls('GET /Users'), 'the other one was not asked afresh').to.equal(0);
  });

  it('changes nothing when it has a mistake, and says which', async () => {
    daemon.writeConfig(`integrations:\n${entry('one', one)}  three: { plugin: jellyfin }\n`);
    daemon.signal('SIGHUP');
    await until(
      async () => daemon.log(),
      (log) => log.includes('was not applied') && log.includes('three'),
    );
    expect((await users())['users']).to.equal(3);
  });

  it('forgets the rows of an integration that has left', async () => {
    daemon.writeConfig(`integrations:\n${entry('two', two)}`);
    daemon.signal('SIGHUP');
    await until(users, (json) => json['users'] === 1);
  });
});
