/** A plugin of somebody else's, copied beside the config and named in it: no other change anywhere. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';

const CONFIG =
  'plugins: [./weather-station]\nintegrations:\n  weather-station: { sensors: { Balcony: -2.5, Attic: 19 } }\n';

describe('a third-party plugin', () => {
  let folder: string;
  let daemon: DaemonHere;
  let key: string;

  before(async () => {
    folder = makeFolder();
    cpSync(join(root, 'test', 'fixtures', 'third-party', 'weather-station'), join(folder, 'weather-station'), {
      recursive: true,
    });
    daemon = await startHere({ folder, config: CONFIG });
    key = await daemon.key();
  });
  after(() => daemon.dispose());

  it('answers its own route', async () => {
    const { json } = await until(
      () => daemon.get('/api/widgets/weather', key),
      (answer) => answer.json['sensors'] === 2,
    );
    expect(json).to.include({ service: true, freezing: 1, sourceState: 'ok' });
  });

  it('is in the catalog, the OpenAPI document and the homepage', async () => {
    const { json: catalog } = await daemon.get('/api/widgets', key);
    expect(JSON.stringify(catalog['endpoints'])).to.include('/api/widgets/weather');
    const { json: document } = await daemon.get('/openapi.json');
    expect(document['paths']).to.have.property('/api/widgets/weather');
    const { json: homepage } = await daemon.get('/api/widgets/homepage', key);
    expect(homepage).to.include({ sensorsFreezing: 1 });
  });

  it('has its fields in the config schema: a mistake in its entry is told like any other', async () => {
    const file = join(folder, 'mistaken.yaml');
    writeFileSync(file, CONFIG.replace('sensors:', 'sensor:'));
    const { status, stderr } = await commandHere(['check', '--config', file], folder);
    rmSync(file);
    expect(status).to.equal(1);
    expect(stderr).to.include('did you mean sensors?');
  });
});
