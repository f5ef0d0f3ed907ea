/** The document with all that Sidelight brings, as it is served. */
import { silentLog } from '#core/ground/log.js';
import { openApiDocument } from '#core/rest/openapi/document.js';
import { apiRoutes } from '#core/rest/routes.js';
import { Catalog } from '#core/widgets/catalog.js';
import { Registry } from '#core/widgets/registry.js';
import { loadContributions } from '../../support/contributions.js';
import { manualClock } from '../../support/manual-clock.js';

export async function demoDocument(): Promise<object> {
  const registry = new Registry(silentLog);
  registry.add('core', await loadContributions());
  const routes = apiRoutes({ registry, catalog: new Catalog(registry, manualClock()) });
  return JSON.parse(JSON.stringify(openApiDocument(routes, { version: '1.2.3', basePath: '' }))) as object;
}
