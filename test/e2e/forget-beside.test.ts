/** `forget` and `rename` beside a daemon that runs: they work, and it notices. */
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { copyZoo, logOf, lookInto, SCOPE } from '../support/zoo.js';

const yaml = (id: string): string =>
  `plugins: [./stops-importing]\nintegrations:\n  ${id}: { plugin: stops-importing }\n`;

describe('commands beside a running daemon', () => {
  let folder: string;
  let daemon: DaemonHere;
  let key: string;

  beforeEach(async () => {
    folder = makeFolder();
    copyZoo(folder);
    daemon = await startHere({ folder, config: yaml('park') });
    key = await daemon.key();
    await walks(1);
  });
  afterEach(() => daemon.dispose());

  const walks = (count: number) =>
    until(
      () => daemon.get('/api/widgets/stops-importing', key),
      ({ json }) => json['walks'] === count,
    );
  const command = (...args: readonly string[]) => commandHere([...args, '--data', join(folder, 'data')], folder);
  const stored = () =>
    lookInto(folder, async (cache) => (await cache.rows(logOf('zoo.walks'), {}, SCOPE)).map(({ source }) => source));
  const logged = (text: string) =>
    until(
      () => daemon.log(),
      (log) => log.includes(text),
    );

  it('forget: the daemon notices, and syncs anew what its config has', async () => {
    const { status, stdout } = await command('forget', 'park');
    expect([status, stdout]).to.deep.equal([
      0,
      'Everything stored for park was removed. If the config still has it, a running Sidelight syncs it again.\n',
    ]);
    await logged('park was forgotten by a command');
    await walks(1);
    expect(await stored()).to.deep.equal(['park']);
  });

  it('rename: the daemon notices, and syncs nothing to the old id until the config has the new one', async () => {
    const { status, stdout } = await command('rename', 'park', 'garden');
    expect([status, stdout]).to.deep.equal([0, 'park is now called garden. Rename it in the config as well.\n']);
    await logged('park was renamed to garden: it is not synced until the config has the new id');
    await walks(1);
    expect(await stored()).to.deep.equal(['garden']);
    await daemon.reload(yaml('garden'));
    await until(
      () => daemon.get('/api/widgets/stops-importing', key),
      ({ json }) => (json['sources'] as { id: string }[])[0]?.id === 'garden' && json['sourceState'] === 'ok',
    );
    expect(await stored()).to.deep.equal(['garden']);
  });

  it('rename after the config: both are put together with --merge, and not without', async () => {
    await daemon.reload(yaml('garden'));
    await until(stored, (sources) => sources.includes('garden'));
    const refused = await command('rename', 'park', 'garden');
    expect(refused.status).to.equal(2);
    expect(refused.stderr).to.include('forget it first, or combine both with --merge');
    expect((await command('rename', 'park', 'garden', '--merge')).status).to.equal(0);
    await logged('park was renamed to garden');
    await walks(1);
    expect(await stored()).to.deep.equal(['garden']);
  });
});
