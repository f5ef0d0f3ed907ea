/** The commands beside the daemon. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type CommandResult, makeFolder, sidelight } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { runAside } from '../support/run-aside.js';

describe('commands', () => {
  let folder: string;
  before(() => {
    folder = makeFolder();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]): CommandResult => sidelight([...args, '--data', join(folder, 'data')], {}, folder);

  it('keys create prints the key alone; list shows everything but the key; scope and revoke do what they say', () => {
    const created = run('keys', 'create', 'kitchen');
    expect(created.status).to.equal(0);
    expect(created.stdout).to.match(/^sl_[0-9A-Za-z]{49}\n$/);
    expect(run('keys', 'create', 'kitchen').status).to.equal(1);
    expect(run('keys', 'create', 'hall', '--scope', 'everything').status).to.equal(2);
    expect(run('keys', 'scope', 'kitchen', 'full').status).to.equal(0);
    const listed = run('keys', 'list').stdout;
    expect(listed).to.match(/kitchen\s+sl_\w+\s+full/);
    expect(listed).to.not.include(created.stdout.trim());
    expect(run('keys', 'revoke', 'kitchen').status).to.equal(0);
    expect(run('keys', 'list').stdout).to.not.include('kitchen');
    expect(run('keys', 'revoke', 'kitchen').stderr).to.include('kitchen');
  });

  it('plugins lists those of the installation', () => {
    const { status, stdout } = run('plugins');
    expect(status).to.equal(0);
    expect(stdout).to.match(/^jellyfin\s/m);
  });

  it('help names every command, version is a version', () => {
    expect(run('help').stdout).to.include('keys create').and.to.include('check');
    expect(run('version').stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  describe('check', () => {
    let jellyfin: FakeJellyfin;
    before(async () => {
      jellyfin = await startFakeJellyfin({ items: 10 });
    });
    after(() => jellyfin.close());

    /** The fake server lives in this process, so the command must not block it. */
    const check = async (apiKey: string): Promise<{ status: number | null; stdout: string }> => {
      const file = join(folder, 'check.yaml');
      writeFileSync(
        file,
        `integrations:\n  jellyfin: { url: "${jellyfin.url}", apiKey: "${apiKey}" }\n  transmission: { url: "http://127.0.0.1:9" }\n`,
      );
      return runAside(['check', '--config', file], folder);
    };

    it('pings every integration, tells each one’s name or trouble, and exits with 1 when one fails', async () => {
      const { status, stdout } = await check(jellyfin.apiKey);
      expect(status).to.equal(1);
      expect(stdout).to.match(/^ok\s+jellyfin\s+\S.*\d/m);
      expect(stdout).to.match(/^FAIL\s+transmission\s+unreachable/m);
    });

    it('tells a refused key, and does not show it', async () => {
      const { stdout } = await check('a-wrong-key');
      expect(stdout).to.match(/^FAIL\s+jellyfin\s+auth_failed/m);
      expect(stdout).to.not.include('a-wrong-key');
    });
  });
});
