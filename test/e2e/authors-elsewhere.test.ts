/** What an author does outside of this repository, with npm and nothing but packed packages, up to a route of a Sidelight. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type Registry, startRegistry } from '../support/npm/registry.js';
import { type Ran, runIn } from '../support/npm/run.js';
import { root } from '../support/root.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { startUpstream, type Upstream } from '../support/upstreams/upstream.js';

const KEY = 'kettle-4711-key';
const job = {
  id: 'j1',
  downloadKey: 'j1',
  name: 'Metropolis',
  state: 'paused',
  sizeBytes: 4000,
  leftBytes: 1000,
  downBps: 0,
  upBps: 0,
};

describe('an author elsewhere', () => {
  let registry: Registry;
  let folder: TempFolder;
  let service: Upstream;
  let daemon: DaemonHere | undefined;
  before(async () => {
    folder = tempFolder();
    registry = await startRegistry();
    service = await startUpstream({
      answer: ({ path, headers }) => {
        if (headers['x-api-key'] !== KEY) return { status: 401 };
        return { body: path === '/api/status' ? { version: '3.2.1' } : { items: [job] } };
      },
    });
    folder.write('desk/package.json', '{ "private": true, "type": "module" }\n');
    await npm('desk', 'install', '@sidelight/plugin-api');
  });
  after(async () => {
    await daemon?.dispose();
    await service.close();
    await registry.close();
    folder.remove();
  });

  const ran = async (place: string, command: string, ...args: readonly string[]): Promise<Ran> =>
    runIn(join(folder.path, place), command, args, registry.env);
  async function npm(place: string, ...args: readonly string[]): Promise<string> {
    const { status, text } = await ran(place, 'npm', ...args);
    expect(status, `npm ${args.join(' ')} in ${place}\n${text}`).to.equal(0);
    return text;
  }
  const sidelightPlugin = (place: string, ...args: readonly string[]): Promise<Ran> =>
    ran(place, 'npx', '--no', '--', 'sidelight-plugin', ...args);
  const biome = join(root, 'node_modules', '.bin', 'biome');

  it('gets a package with all that it needs and no more', () => {
    const { files } = registry;
    expect(files).to.include.members(['README.md', 'LICENSE', 'CHANGELOG.md', 'biome-rules.json', 'dist/index.d.ts']);
    expect(files.filter((path) => /\.map$|\.tsbuildinfo$|^src\/|\.test\.js$/.test(path))).to.deep.equal([]);
    const installed = join(folder.path, 'desk', 'node_modules', '@sidelight', 'plugin-api');
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).to.equal(readFileSync(join(root, 'LICENSE'), 'utf8'));
    const modules = files.filter((path) => path.endsWith('.js'));
    const mapped = modules.filter((path) =>
      /^\/\/# sourceMappingURL/m.test(readFileSync(join(installed, path), 'utf8')),
    );
    expect(mapped).to.deep.equal([]);
  });

  it('gets types that a strict compiler takes, however it looks for modules', async () => {
    folder.write(
      'desk/types.ts',
      `import { definePlugin, downloadQueue, fill, Type } from '@sidelight/plugin-api';
import { type PluginCheck, pluginChecks } from '@sidelight/plugin-api/testing';
const create = () => ({ check: async () => ({}), tasks: [fill(downloadQueue, '1m', async () => [])] });
const plugin = definePlugin({ id: 'typed', title: 'Typed', config: Type.Object({}), create });
export const checks: readonly PluginCheck[] = pluginChecks(plugin, import.meta.url);\n`,
    );
    await npm('desk', 'install', '--save-dev', '@types/node', 'typescript');
    const strict = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023'];
    for (const [module, resolution] of [
      ['node16', 'node16'],
      ['esnext', 'bundler'],
    ] as const) {
      const how = ['--types', 'node', '--module', module, '--moduleResolution', resolution];
      const { status, text } = await ran('desk', 'npx', '--no', '--', 'tsc', ...strict, ...how, 'types.ts');
      expect(status, text).to.equal(0);
    }
  });

  it('makes a plugin in TypeScript, tests and packs it, and a Sidelight shows its route, its tile and its packs', async () => {
    const made = await sidelightPlugin('desk', 'new', 'tea-kettle', '--ts', '--title', 'Tea kettle');
    expect(made.status, made.text).to.equal(0);
    const plugin = 'desk/sidelight-plugin-tea-kettle';
    expect(readdirSync(join(folder.path, plugin))).to.include.members(['.gitignore', '.github', 'tsconfig.json']);
    await npm(plugin, 'install');
    const tested = await npm(plugin, 'test');
    expect(tested)
      .to.match(/^. fail 0$/m)
      .and.include('its widgets and rules can be rendered')
      .and.include('case ok');
    const linted = await ran(plugin, biome, 'check', '--error-on-warnings');
    expect(linted.status, linted.text).to.equal(0);
    const verified = await npm(plugin, 'run', 'verify');
    expect(verified).to.include('only the form of its icons was checked').and.include('Only Sidelight can check it');
    await npm(plugin, 'pack');

    const house = join(folder.path, 'house');
    mkdirSync(house);
    const packed = join(folder.path, plugin, 'sidelight-plugin-tea-kettle-0.1.0.tgz');
    const added = await commandHere(['plugins', 'add', packed, '--data', join(house, 'data')], house, registry.env);
    expect(added.stderr).to.equal('');
    expect(added.stdout).to.include('widgets: tea-kettle');
    expect(existsSync(join(house, 'data', 'plugins', 'node_modules', '@sidelight'))).to.equal(false);
    const entry = { url: service.url, apiKey: KEY };
    daemon = await startHere({
      folder: house,
      config: `integrations: { tea-kettle: ${JSON.stringify(entry)} }\n`,
    });
    const { get, key: newKey } = daemon;
    const key = await newKey('full');
    const { json } = await until(
      () => get('/api/widgets/tea-kettle', key),
      (answer) => answer.json['total'] === 1,
    );
    expect(json['items']).to.deep.equal([{ name: 'Metropolis', label: 'paused' }]);
    const { text: gallery } = await get('/api/widgets', key);
    expect(gallery).to.include('"/api/widgets/tea-kettle"').and.include('What Tea kettle has');
    for (const path of ['homarr-1/sidelight-wall.json', 'homarr-2/tea-kettle.json', 'homepage/wall.yaml']) {
      const { status, text } = await get(`/widgets/${path}`);
      expect(status, path).to.equal(200);
      expect(text).to.include('tea-kettle');
    }
  });

  it('makes a plugin in JavaScript, which is tested as it is, and says what is wrong with it', async () => {
    const made = await sidelightPlugin('desk', 'new', 'coffee-mill', '--port', 'feed.hits');
    expect(made.status, made.text).to.equal(0);
    const plugin = 'desk/sidelight-plugin-coffee-mill';
    expect(await npm(plugin, 'test')).to.match(/^. fail 0$/m);
    const linted = await ran(plugin, biome, 'check', '--error-on-warnings');
    expect(linted.status, linted.text).to.equal(0);

    const widget = join(folder.path, plugin, 'widget.js');
    const text = readFileSync(widget, 'utf8')
      .replace("'integrations'", "'kitchen'")
      .replace('rows.items.slice', 'rows.items.reverse().slice');
    folder.write(`${plugin}/widget.js`, text);
    folder.write(`${plugin}/test/cases/odd/config.yaml`, 'integration: {}\n');
    const verified = await sidelightPlugin(plugin, 'verify');
    expect(verified.status).to.equal(1);
    const failures = verified.text.split('\n').filter((line) => line.startsWith('  FAIL'));
    expect(failures.join('\n'))
      .to.include(
        'widget coffee-mill with the rows of the case ok cannot be rendered: Cannot assign to read only property',
      )
      .and.include('the tile of widget coffee-mill has the group kitchen, which is not one of overview')
      .and.include('case odd: ');
    expect((await ran(plugin, 'npm', 'test')).status).to.equal(1);
  });

  it('records a case from the service', async () => {
    const made = await sidelightPlugin('desk', 'new', 'tea-pot');
    expect(made.status, made.text).to.equal(0);
    const plugin = 'desk/sidelight-plugin-tea-pot';
    folder.write(`${plugin}/entry.yaml`, 'apiKey: ${POT_KEY}\n');
    const args = ['record', 'evening', '--url', service.url, '--config', 'entry.yaml'];
    const without = await sidelightPlugin(plugin, ...args);
    expect(without.text).to.include('the environment variable POT_KEY is not set');
    const recorded = await runIn(join(folder.path, plugin), 'npx', ['--no', '--', 'sidelight-plugin', ...args], {
      ...registry.env,
      POT_KEY: KEY,
    });
    expect(recorded.status, recorded.text).to.equal(0);
    expect((await sidelightPlugin(plugin, 'verify')).text).to.include('ok    case evening');
  });

  it('is told what can be done, and what a command takes', async () => {
    expect((await sidelightPlugin('desk')).text).to.include('new | record | verify');
    expect((await sidelightPlugin('desk', 'new')).text).to.include('sidelight-plugin new <id>');
    expect((await sidelightPlugin('desk', 'record')).text).to.include('sidelight-plugin record <case>');
    expect((await sidelightPlugin('desk', 'verify', 'nowhere')).text).to.include('does not exist');
  });
});
