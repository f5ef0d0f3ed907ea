/** A plugin that makes no integrations: it is in use as soon as the config names it. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';

const STATION = 'integrations:\n  roof: { plugin: weather-station }\n';
const CONFIG = `plugins: [./extra-tiles, ./weather-station]\n${STATION}`;

describe('a plugin without integrations', () => {
  let folder: string;
  let daemon: DaemonHere;
  let key: string;

  const statusOf = async (path: string) => (await daemon.get(path, key)).status;

  before(async () => {
    folder = makeFolder();
    for (const name of ['extra-tiles', 'weather-station']) {
      cpSync(join(root, 'test', 'fixtures', 'third-party', name), join(folder, name), { recursive: true });
    }
    daemon = await startHere({ folder, config: CONFIG });
    key = await daemon.key('full');
  });
  after(() => daemon.dispose());

  it('brings widgets, keys of the homepage, digest rules and lookups', async () => {
    const { json } = await until(
      () => daemon.get('/api/widgets/services', key),
      (answer) => answer.json['known'] === 1,
    );
    expect(json).to.include({ service: true, sourceState: 'ok' });
    expect((await daemon.get('/api/widgets/homepage', key)).json).to.include({ servicesKnown: 1 });
    expect((await daemon.get('/api/widgets/digest', key)).text).to.include('There are services');
    expect((await daemon.get('/api/service/roof', key)).json).to.deep.equal({ id: 'roof', ok: true });
    expect(await statusOf('/api/service/none')).to.equal(404);
    const { paths } = (await daemon.get('/openapi.json')).json;
    expect(paths).to.include.keys('/api/widgets/services', '/api/service/{id}');
  });

  it('brings packs, which the command makes as well', async () => {
    const { text } = await daemon.get('/widgets/addresses.txt');
    expect(text).to.include(`${daemon.url}/api/widgets/services\n`);
    const config = join(folder, 'sidelight.yaml');
    const { stdout } = await commandHere(['packs', 'addresses', '--config', config, '--base-url', 'http://x'], folder);
    expect(stdout).to.include('http://x/api/widgets/services\n').and.include('http://x/api/widgets/weather\n');
  });

  it('is refused as the plugin of an integration, with a sentence', async () => {
    await daemon.reload(`${CONFIG}  tiles: { plugin: extra-tiles }\n`);
    expect(daemon.log()).to.include(
      'line 4, integrations.tiles.plugin: the plugin extra-tiles makes no integrations: name it under plugins: and leave this entry out',
    );
    await daemon.reload(`${CONFIG}  extra-tiles: {}\n`);
    expect(daemon.log()).to.include('line 4, integrations.extra-tiles: the plugin extra-tiles makes no integrations');
    expect(await statusOf('/api/widgets/services'), 'nothing has changed').to.equal(200);
  });

  it('is gone once the config names it no more', async () => {
    await daemon.reload(`plugins: [./weather-station]\n${STATION}`);
    for (const path of ['/api/widgets/services', '/api/service/roof', '/widgets/addresses.txt']) {
      expect(await statusOf(path), path).to.equal(404);
    }
    const { json, text } = await daemon.get('/api/widgets/homepage', key);
    expect(json).to.include({ service: true }).and.not.have.property('servicesKnown');
    expect(text).to.include('sensorsFreezing');
    expect((await daemon.get('/api/widgets/digest', key)).text).to.not.include('There are services');
    const { paths } = (await daemon.get('/openapi.json')).json;
    expect(paths).to.not.have.any.keys('/api/widgets/services', '/api/service/{id}');
  });
});
