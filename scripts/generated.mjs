/** What is derived from declarations and kept in the repository, as path → text. */
import { apiReport } from './api-report.mjs';
import { configTables } from './generated-config.mjs';
import { installFiles, proxyFiles } from './generated-deploy.mjs';
import { errorTables } from './generated-errors.mjs';
import { packTable } from './generated-packs.mjs';
import { built, bundledPlugins, filled, hostRegistry } from './generated-parts.mjs';
import { pluginTable } from './generated-plugins.mjs';
import { portTable } from './generated-ports.mjs';
import { routeTables } from './generated-routes.mjs';

export async function generated() {
  const plugins = await bundledPlugins();
  const registry = await hostRegistry();
  const { configJsonSchema } = await built('config/json-schema.js');
  const { exampleConfig } = await built('config/example.js');
  return new Map([
    ['config/config.schema.json', `${JSON.stringify(configJsonSchema(plugins), null, 2)}\n`],
    ['config/sidelight.example.yaml', exampleConfig(plugins)],
    filled('README.md', { plugins: pluginTable(plugins) }),
    filled('docs/install.md', installFiles()),
    filled('docs/reverse-proxies.md', proxyFiles()),
    filled('docs/configuration.md', await configTables(plugins, registry)),
    filled('docs/dashboards/README.md', { packs: await packTable(registry) }),
    filled('docs/errors.md', await errorTables()),
    filled('docs/plugin-api.md', { ports: await portTable() }),
    filled('docs/routes.md', await routeTables(registry)),
    apiReport(),
  ]);
}
