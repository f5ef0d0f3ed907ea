/** SIGHUP: a changed config restarts what changed; a bad one changes nothing. */
import { join } from 'node:path';
import { expect } from 'chai';
import { type Daemon, sidelight, startDaemon, until } from '../support/daemon.js';
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

describe('sidelight reload', () => {
  let jellyfin: FakeJellyfin;
  let daemon: Daemon;
  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 5 });
    daemon = await startDaemon({ config: 'integrations: {}\n' });
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });
  const reload = () =>
    sidelight(['reload', '--config', join(daemon.folder, 'sidelight.yaml'), '--data', join(daemon.folder, 'data')]);

  it('has the daemon read its config again', async () => {
    daemon.writeConfig(
      `integrations: { one: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" } }\n`,
    );
    expect(reload()).to.deep.include({ status: 0, stdout: 'The config was applied.\n' });
    const key = daemon.key();
    await until(
      async () => (await daemon.get('/api/widgets/users', key)).json,
      (json) => (json['sources'] as readonly { id: string }[]).some(({ id }) => id === 'one'),
    );
  });

  it('tells what is wrong, as a check does', () => {
    daemon.writeConfig('integrations: { two: { plugin: jellyfin } }\n');
    const { status, stderr } = reload();
    expect(status).to.equal(1);
    expect(stderr).to.match(/line 1, integrations\.two\.url: is missing/);
  });

  it('says where no daemon runs', async () => {
    daemon.writeConfig('integrations: {}\n');
    await daemon.stop();
    expect(reload()).to.deep.include({ status: 1 });
    expect(reload().stderr).to.match(/Sidelight is not running on .*sidelight\.db.*sidelight serve/s);
  });
});
