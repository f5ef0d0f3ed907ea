/** A plugin that somebody else wrote, copied beside the config and named in it: no other change. */
import 'reflect-metadata';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startRun } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { configJsonSchema } from '#core/config/json-schema.js';
import { loadSettings } from '#core/config/load-settings.js';
import { silentLog } from '#core/ground/log.js';
import { PluginHost } from '#core/plugins/host.js';
import { loadPlugins } from '#core/plugins/load.js';
import { contextsFor } from '../../support/integrations.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

const fixtures = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'fixtures', 'third-party');

const YAML = `
plugins: [./weather-station]
integrations:
  roof:
    plugin: weather-station
    sensors: { Chimney: 4.5, Gutter: -1 }
`;

describe('a third party’s plugin', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
    cpSync(fixtures, folder.path, { recursive: true });
    folder.write('sidelight.yaml', YAML);
  });
  afterEach(() => folder.remove());

  const load = () =>
    loadSettings({
      flags: {},
      env: {},
      cwd: folder.path,
      plugins: (named, from) => loadPlugins(named, from, { installation: folder.path }),
    });

  it('is loaded, checked and run', async () => {
    const { settings, plugins } = await load();
    expect(plugins.failures).to.deep.equal([]);
    const host = new PluginHost(plugins, contextsFor(), silentLog, 'test');
    await host.apply(settings);
    const [task] = host.filling('weather.readings')[0]?.integration?.tasks ?? [];
    if (task === undefined) throw new Error('it fills nothing');
    const run = startRun({ task, cursor: undefined, held: async () => new Set() });
    await task.run(run.out, new AbortController().signal);
    expect((await run.finish()).changes).to.deep.equal([
      {
        port: 'weather.readings',
        kind: 'replace',
        items: [
          { id: 'chimney', name: 'Chimney', celsius: 4.5, freezing: false },
          { id: 'gutter', name: 'Gutter', celsius: -1, freezing: true },
        ],
      },
    ]);
    await host.stop();
  });

  it('is in the schema for editors', async () => {
    const { plugins } = await load();
    const schema = configJsonSchema(plugins.loaded.map(({ plugin }) => plugin));
    expect(schema['definitions']).to.have.nested.property('weather-station.properties.sensors.description');
  });

  it('has its fields checked', async () => {
    folder.write('sidelight.yaml', YAML.replace('4.5', 'warm'));
    const refused = await load().catch((error: Error) => error.message);
    expect(refused).to.contain('line 6, integrations.roof.sensors.Chimney: expected a number, found "warm"');
  });
});
