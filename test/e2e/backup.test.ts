/** Backups of the daemon's own database: made by the clock and by the command, shown, restored elsewhere. */
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import type { Answer } from '../support/requests.js';
import { until } from '../support/until.js';

describe('backups', () => {
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let key: string;
  const elsewhere = makeFolder();

  const config = (more = ''): string => `
history: { minPlaySeconds: 0 }
integrations:
  living-room:
    plugin: jellyfin
    url: ${jellyfin.url}
    apiKey: ${jellyfin.apiKey}
    schedule: { media.sessions: 1s }
${more}`;
  const widget = (id: string) => daemon.get(`/api/widgets/${id}`, key);
  const shows = (status: string): Promise<Answer> =>
    until(
      () => widget('backup'),
      ({ json }) => json['status'] === status,
    );
  const folder = () => join(daemon.folder, 'data', 'backups');
  const command = (...args: string[]) => commandHere([...args, '--data', join(daemon.folder, 'data')], daemon.folder);

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30 });
    daemon = await startHere({ config: config() });
    key = await daemon.key();
    jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis' });
    await until(
      () => widget('sessions'),
      ({ json }) => json['recent'] === 1,
    );
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('are off until the config switches them on', async () => {
    expect((await shows('off')).json).to.include({
      configured: false,
      ok: false,
      kind: 'none',
      file: null,
      backupAt: null,
    });
    await daemon.reload(config('backup: { every: 1s, keep: 2 }\n'));
    const { json } = await shows('ok');
    expect(json).to.include({ configured: true, ok: true, kind: 'local' });
    expect(json['sizeBytes']).to.be.greaterThan(10_000);
    expect(json['file'], 'no path').to.match(/^sidelight-[\dTZ-]+\.db$/);
    expect(json['backupAt']).to.be.a('string');
  });

  it('are as many as are kept', async () => {
    const seen = new Set<string>();
    await until(
      async () => {
        for (const name of readdirSync(folder())) if (!name.startsWith('.')) seen.add(name);
        return seen.size;
      },
      (count) => count >= 4,
    );
    await daemon.reload(config());
    await shows('off');
    expect(readdirSync(folder())).to.have.lengthOf(2);
  });

  it('are made by the command beside the running daemon', async () => {
    const { status, stdout, stderr } = await command('backup');
    expect(stderr).to.equal('');
    expect(status).to.equal(0);
    expect(stdout.trim()).to.equal(join(folder(), readdirSync(folder()).sort().at(-1) ?? ''));
  });

  it('are not restored while the daemon runs', async () => {
    const [name = ''] = readdirSync(folder());
    const { status, stderr } = await command('restore', name);
    expect(status).to.equal(1);
    expect(stderr).to.include('is in use').and.to.include('Stop Sidelight');
  });

  it('bring the history and the keys to another machine', async () => {
    const made = (await command('backup')).stdout.trim();
    const carried = join(elsewhere, 'carried.db');
    copyFileSync(made, carried);
    const restored = await commandHere(['restore', 'carried.db', '--data', join(elsewhere, 'data')], elsewhere);
    expect(restored.stderr).to.equal('');
    expect(restored.status).to.equal(0);
    jellyfin.fail('down');
    const other = await startHere({ config: config(), folder: elsewhere });
    try {
      const { status, json } = await until(
        () => other.get('/api/widgets/sessions', key),
        (answer) => answer.json['recent'] === 1,
      );
      expect([status, json['viewersToday']]).to.deep.equal([200, 1]);
    } finally {
      await other.stop();
      jellyfin.fail(null);
    }
  });
});
