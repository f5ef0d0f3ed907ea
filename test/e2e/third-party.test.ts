/** A plugin of somebody else's, copied beside the config and named in it: no other change anywhere. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Daemon, makeFolder, root, sidelight, startDaemon, until } from '../support/daemon.js';

const CONFIG =
  'plugins: [./weather-station]\nintegrations:\n  weather-station: { sensors: { Balcony: -2.5, Attic: 19 } }\n';

describe('a third-party plugin', () => {
  let folder: string;
  let daemon: Daemon;
  let key: string;

  before(async () => {
    folder = makeFolder();
    cpSync(join(root, 'test', 'fixtures', 'third-party', 'weather-station'), join(folder, 'weather-station'), {
      recursive: true,
    });
    daemon = await startDaemon({ folder, config: CONFIG });
    key = daemon.key();
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

  it('has its fields in the config schema: a mistake in its entry is told like any other', () => {
    const file = join(folder, 'mistaken.yaml');
    writeFileSync(file, CONFIG.replace('sensors:', 'sensor:'));
    const { status, stderr } = sidelight(['check', '--config', file], {}, folder);
    rmSync(file);
    expect(status).to.equal(1);
    expect(stderr).to.include('did you mean sensors?');
  });
});
