/** The commands beside the daemon. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type CommandResult, commandHere } from '../support/command-here.js';
import { makeFolder, sidelight } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { runAside } from '../support/run-aside.js';

describe('commands', () => {
  let folder: string;
  before(() => {
    folder = makeFolder();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const within = (args: readonly string[]): readonly string[] => [...args, '--data', join(folder, 'data')];
  const run = (...args: string[]): Promise<CommandResult> => commandHere(within(args), folder);

  it('keys create prints the key alone; list shows everything but the key; scope and revoke do what they say', async () => {
    const created = sidelight(within(['keys', 'create', 'kitchen']), {}, folder);
    expect(created.stderr).to.equal('');
    expect(created.status).to.equal(0);
    expect(created.stdout).to.match(/^sl_[0-9A-Za-z]{49}\n$/);
    expect((await run('keys', 'create', 'kitchen')).status).to.equal(1);
    expect((await run('keys', 'create', 'hall', '--scope', 'everything')).status).to.equal(2);
    expect((await run('keys', 'scope', 'kitchen', 'full')).status).to.equal(0);
    const listed = (await run('keys', 'list')).stdout;
    expect(listed).to.match(/kitchen\s+sl_\w+\s+full/);
    expect(listed).to.not.include(created.stdout.trim());
    expect((await run('keys', 'revoke', 'kitchen')).status).to.equal(0);
    expect((await run('keys', 'list')).stdout).to.not.include('kitchen');
    expect((await run('keys', 'revoke', 'kitchen')).stderr).to.include('kitchen');
  });

  it('plugins lists those of the installation', async () => {
    const { status, stdout } = await run('plugins');
    expect(status).to.equal(0);
    expect(stdout).to.match(/^jellyfin\s/m);
  });

  it('help names every command, version is a version', async () => {
    expect((await run('help')).stdout)
      .to.include('keys create')
      .and.to.include('check');
    expect((await run('version')).stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  describe('check', () => {
    let jellyfin: FakeJellyfin;
    before(async () => {
      jellyfin = await startFakeJellyfin({ items: 10 });
    });
    after(() => jellyfin.close());

    const args = (apiKey: string): readonly string[] => {
      const file = join(folder, 'check.yaml');
      writeFileSync(
        file,
        `integrations:\n  jellyfin: { url: "${jellyfin.url}", apiKey: "${apiKey}" }\n  transmission: { url: "http://127.0.0.1:9" }\n`,
      );
      return ['check', '--config', file];
    };

    it('pings every integration, tells each one’s name or trouble, and exits with 1 when one fails', async () => {
      // The fake server lives in this process, so the command must not block it.
      const { status, stdout } = await runAside(args(jellyfin.apiKey), folder);
      expect(status).to.equal(1);
      expect(stdout).to.match(/^ok\s+jellyfin\s+\S.*\d/m);
      expect(stdout).to.match(/^FAIL\s+transmission\s+unreachable/m);
    });

    it('says which plugin is meant by an address', async () => {
      const file = join(folder, 'mistaken.yaml');
      writeFileSync(file, `integrations:\n  seerr: { url: "${jellyfin.url}", apiKey: some-key }\n`);
      const { stdout } = await commandHere(['check', '--config', file], folder);
      expect(stdout).to.match(/^FAIL\s+seerr\s+\w+: .*; this looks like Jellyfin: write plugin: jellyfin$/m);
    });

    it('tells a refused key, and does not show it', async () => {
      const { stdout } = await commandHere(args('a-wrong-key'), folder);
      expect(stdout).to.match(/^FAIL\s+jellyfin\s+auth_failed/m);
      expect(stdout).to.not.include('a-wrong-key');
    });
  });
});
