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
    expect((await daemon.get('/api/service/roof', key)).json).to.deep.equal({
      id: 'roof',
      ok: true,
      greeting: 'hello',
    });
    expect(await statusOf('/api/service/none')).to.equal(404);
    const { paths } = (await daemon.get('/openapi.json')).json;
    expect(paths).to.include.keys('/api/widgets/services', '/api/service/{id}');
  });

  it('brings aliases, whose answers begin with their marker', async () => {
    const { text, json } = await daemon.get('/api/services', key);
    expect(text).to.match(/^\{"tiles":true,"service":true,/);
    expect(json).to.include({ known: 1, sourceState: 'ok' });
    const glance = await daemon.get('/api/service-glance/roof', key);
    expect(glance.text).to.match(/^\{"glance":true,"id":"roof",/);
    const { paths } = (await daemon.get('/openapi.json')).json;
    expect(paths).to.include.keys('/api/services', '/api/service-glance/{id}');
    const narrow = await daemon.key();
    expect((await daemon.get('/api/services', narrow)).status).to.equal(200);
    expect((await daemon.get('/api/service-glance/roof', narrow)).status).to.equal(403);
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
      'line 4, integrations.tiles.plugin: the plugin extra-tiles has no integrations: list it under plugins: and remove this entry',
    );
    await daemon.reload(`${CONFIG}  extra-tiles: {}\n`);
    expect(daemon.log()).to.include('line 4, integrations.extra-tiles: the plugin extra-tiles has no integrations');
    expect(await statusOf('/api/widgets/services'), 'nothing has changed').to.equal(200);
  });

  it('knows its settings wherever it shows something, and a reload changes them', async () => {
    const named = 'plugins:\n  extra-tiles: { from: ./extra-tiles, greeting: ahoy, password: hush-hush }\n';
    await daemon.reload(`${named}  weather-station: { from: ./weather-station }\n${STATION}`);
    expect((await daemon.get('/api/widgets/services', key)).json).to.include({ greeting: 'ahoy' });
    expect((await daemon.get('/api/widgets/homepage', key)).json).to.include({ servicesGreeting: 'ahoy' });
    expect((await daemon.get('/api/service/roof', key)).json).to.include({ greeting: 'ahoy' });
    expect((await daemon.get('/api/widgets/digest', key)).text).to.include('There are services: ahoy');
    await daemon.reload(`${named}  weather-station: { from: ./weather-station, unit: kelvin }\n${STATION}`);
    expect(daemon.log()).to.include('line 3, plugins.weather-station.unit: unknown field; known here: from');
  });

  it('is gone once the config names it no more', async () => {
    await daemon.reload(`plugins: [./weather-station]\n${STATION}`);
    const gone = [
      '/api/widgets/services',
      '/api/service/roof',
      '/widgets/addresses.txt',
      '/api/services',
      '/api/service-glance/roof',
    ];
    for (const path of gone) {
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
