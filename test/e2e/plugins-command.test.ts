/** `sidelight plugins`: plugins of others are added, updated and removed below the data folder, by npm's own tooling. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type CommandResult, commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type NpmRegistry, startNpmRegistry } from '../support/npm-registry.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';

const NAME = 'sidelight-plugin-weather-station';
const ENTRY = 'integrations:\n  weather-station: { sensors: { Balcony: -2.5, Attic: 19 } }\n';

describe('sidelight plugins', () => {
  let registry: NpmRegistry;
  let folder: string;

  before(async () => {
    registry = await startNpmRegistry();
  });
  after(() => registry.close());
  beforeEach(() => {
    folder = makeFolder();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: readonly string[]): Promise<CommandResult> =>
    commandHere([...args, '--data', join(folder, 'data')], folder, {
      npm_config_registry: registry.url,
      npm_config_fetch_retries: '0',
    });

  /** A copy of the weather station, with other lines in its manifest. */
  const source = (change: Readonly<Record<string, unknown>> = {}, name = 'source'): string => {
    const copy = join(folder, name);
    cpSync(join(root, 'test', 'fixtures', 'third-party', 'weather-station'), copy, { recursive: true });
    const file = join(copy, 'package.json');
    const { private: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
    return copy;
  };

  const packed = (from: string): string => {
    const [name] = execFileSync('npm', ['pack', from, '--silent'], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n');
    return join(folder, name ?? '');
  };

  const publish = (version: string, change: Readonly<Record<string, unknown>> = {}): void => {
    const from = source({ version, ...change }, `source-${version}`);
    registry.publish(JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')), packed(from));
  };

  it('adds a folder, which needs no line in the YAML but its integration', async () => {
    const added = await run('plugins', 'add', source());
    expect(added.stderr).to.equal('');
    expect(added.stdout).to.match(new RegExp(`^added ${NAME} 1\\.0\\.0 \\(sha512-`));
    expect(added.stdout).to.include('widgets: weather').and.to.include('plugin: weather-station');
    const listed = await run('plugins');
    expect(listed.stdout)
      .to.match(/weather-station +Weather station +1\.0\.0/)
      .and.to.include('plugin API ^1.0.0');
    const daemon = await startHere({ folder, config: ENTRY });
    try {
      const key = await daemon.key();
      const { json } = await until(
        () => daemon.get('/api/widgets/weather', key),
        (answer) => answer.json['sensors'] === 2,
      );
      expect(json).to.include({ service: true, freezing: 1 });
    } finally {
      await daemon.dispose();
    }
  });

  it('works in a daemon that runs, from the next SIGHUP on, and is gone with the one after its removal', async () => {
    const daemon: DaemonHere = await startHere({ folder, config: '' });
    try {
      await run('plugins', 'add', source());
      await daemon.reload(ENTRY);
      const key = await daemon.key();
      await until(
        () => daemon.get('/api/widgets/weather', key),
        (answer) => answer.json['sensors'] === 2,
      );
      const used = await run('plugins', 'remove', NAME);
      expect(used.stderr).to.include(
        `${NAME} was not removed: take integrations.weather-station out of the config first`,
      );
      await daemon.reload('');
      const removed = await run('plugins', 'remove', 'weather-station');
      expect(removed.stdout).to.include(`removed ${NAME}`);
      expect(existsSync(join(folder, 'data', 'plugins', 'node_modules', NAME))).to.equal(false);
      expect((await run('plugins')).stdout).not.to.include('weather-station');
    } finally {
      await daemon.dispose();
    }
  });

  it('adds a tarball, pinned by what is in it, and another of the same version in its place', async () => {
    const tarball = packed(source());
    await run('plugins', 'add', tarball);
    const other = source({ description: 'changed' }, 'other');
    const again = await run('plugins', 'add', packed(other));
    expect(again.stderr).to.equal('');
    expect(again.stdout).to.include(`replaced ${NAME} 1.0.0 by 1.0.0`).and.to.include('Restart Sidelight to use it.');
    const installed = join(folder, 'data', 'plugins', 'node_modules', NAME, 'package.json');
    expect(JSON.parse(readFileSync(installed, 'utf8'))).to.include({ description: 'changed' });
    const lock = readFileSync(join(folder, 'data', 'plugins', 'package-lock.json'), 'utf8');
    expect(lock.match(/"integrity": "sha512-/g)).to.have.length(1);
  });

  it('adds a package of the registry, and updates it to the newest version that fits', async () => {
    publish('1.0.0');
    publish('1.1.0');
    await run('plugins', 'add', `${NAME}@1.0.0`);
    publish('1.2.0', { peerDependencies: { '@sidelight/plugin-api': '^99.0.0' } });
    expect((await run('plugins')).stdout).to.include(`1.1.0 is available: sidelight plugins update ${NAME}`);
    const updated = await run('plugins', 'update');
    expect(updated.stdout).to.include(`replaced ${NAME} 1.0.0 by 1.1.0`);
    expect((await run('plugins', 'update', 'weather-station')).stdout).to.include(
      `${NAME} 1.1.0 is the newest compatible version`,
    );
    const manifest = JSON.parse(readFileSync(join(folder, 'data', 'plugins', 'package.json'), 'utf8'));
    expect(manifest.dependencies).to.deep.equal({ [NAME]: '1.1.0' });
  });

  it('says when the config has to change for a plugin that it added', async () => {
    const needy = source({ name: 'sidelight-plugin-needy' }, 'needy');
    const text = "settings: Type.Object({ place: Type.String({ description: 'Where' }) }),";
    const file = join(needy, 'index.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace("id: 'weather-station',", `id: 'weather-station', ${text}`));
    writeFileSync(join(folder, 'sidelight.yaml'), ENTRY);
    const { stdout, stderr } = await run('plugins', 'add', needy);
    expect(stdout).to.include('added sidelight-plugin-needy 1.0.0');
    expect(stderr).to.include('Correct the config before the next start:').and.to.include('weather-station.place');
  });

  it('runs no script of a package', async () => {
    const ran = join(folder, 'ran');
    await run('plugins', 'add', source({ scripts: { postinstall: `touch ${ran}`, prepack: `touch ${ran}` } }));
    expect(existsSync(join(folder, 'data', 'plugins', 'node_modules', NAME))).to.equal(true);
    expect(existsSync(ran)).to.equal(false);
  });

  it('leaves everything as it was when a package cannot be used, and says why', async () => {
    await run('plugins', 'add', source());
    const before = readFileSync(join(folder, 'data', 'plugins', 'package.json'), 'utf8');
    const broken = source({ name: 'sidelight-plugin-broken' }, 'broken');
    writeFileSync(join(broken, 'index.js'), 'export default 42;');
    const wrong = await run('plugins', 'add', broken);
    expect(wrong.status).to.equal(1);
    expect(wrong.stderr).to.include(
      'sidelight-plugin-broken was not added: its default export must come from definePlugin',
    );
    const late = await run(
      'plugins',
      'add',
      source({ peerDependencies: { '@sidelight/plugin-api': '^99.0.0' } }, 'late'),
    );
    expect(late.stderr).to.include('made for version ^99.0.0 of the plugin API');
    const twin = await run('plugins', 'add', source({ name: 'sidelight-plugin-twin' }, 'twin'));
    expect(twin.stderr).to.include('its id weather-station is already used by');
    expect(readFileSync(join(folder, 'data', 'plugins', 'package.json'), 'utf8')).to.equal(before);
    expect((await run('plugins')).stdout).to.include('weather-station');
  });

  it('tells in a sentence what it cannot find', async () => {
    expect((await run('plugins', 'add', './nowhere')).stderr).to.include('nowhere does not exist');
    expect((await run('plugins', 'add', 'https://example.org/x y')).stderr).to.include('is neither a package');
    expect((await run('plugins', 'add', 'no-such-package-here')).stderr).to.match(/npm install failed: .*404/);
    expect((await run('plugins', 'remove', 'never-added')).stderr).to.include('never-added was not installed');
    expect((await run('plugins', 'add')).stderr).to.include('what to add is missing');
  });
});
