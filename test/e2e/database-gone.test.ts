/** A database that is removed, or replaced, while the daemon runs: it is told from memory, and nothing is written anywhere. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type SkippingClock, skippingClock } from '../support/skipping-clock.js';
import { until } from '../support/until.js';

describe('a database whose file', () => {
  let clock: SkippingClock;
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let token: string;
  let file: string;
  beforeEach(async () => {
    clock = skippingClock();
    jellyfin = await startFakeJellyfin({ items: 10, name: 'attic-box' });
    const attic = `{ plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s } }`;
    daemon = await startHere({ clock, config: `integrations: { attic: ${attic} }` });
    token = await daemon.key();
    file = join(daemon.folder, 'data', 'sidelight.db');
    expect((await daemon.get('/readyz')).status).to.equal(200);
  });
  afterEach(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  const says = async (words: RegExp): Promise<void> => {
    const answer = await until(
      () => {
        clock.skip(2000);
        return daemon.get('/readyz');
      },
      ({ status }) => status === 503,
    );
    const { error } = answer.json as { error: Record<string, string> };
    expect(error['code']).to.equal('database_missing');
    expect(error['message']).to.match(words);
    expect(error['hint']).to.match(/restore/);
    const health = await until(
      () => {
        clock.skip(2000);
        return daemon.get('/api/widgets/health', token);
      },
      ({ json }) => JSON.stringify(json).includes('nothing more is written'),
    );
    expect(health.status).to.equal(200);
    expect(daemon.log()).to.match(/error.*the database does not accept writes/i);
    const refused = await daemon.services.keys.create({ name: 'late', scope: 'full' }).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'database_missing' });
  };

  it('is removed is missed at once, and no other is made in its place', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    await says(/was removed/);
    expect(existsSync(file)).to.equal(false);
    expect((await daemon.get('/login')).text).not.to.include('defect');
  });

  it('is removed with its folder is missed as well', async () => {
    rmSync(join(daemon.folder, 'data'), { recursive: true });
    await says(/was removed/);
    expect(existsSync(join(daemon.folder, 'data'))).to.equal(false);
  });

  it('is replaced is not taken for the one that was opened, and works again once that is back', async () => {
    renameSync(file, `${file}.other`);
    writeFileSync(file, 'not ours');
    await says(/was replaced/);
    expect(readFileSync(file, 'utf8')).to.equal('not ours');
    renameSync(`${file}.other`, file);
    await until(
      () => {
        clock.skip(20_000);
        return daemon.get('/readyz');
      },
      ({ status }) => status === 200,
    );
    await daemon.key();
  });
});
