/** What the daemon would serve by these settings, without starting an integration or opening the database. */
import 'reflect-metadata';
import { join } from 'node:path';
import type { AnyPlugin } from '@sidelight/plugin-api';
import { createMemoryCache } from '../cache/memory.js';
import type { LoadedSettings } from '../config/load-settings.js';
import { installation } from '../ground/installation.js';
import { silentLog } from '../ground/log.js';
import { IntegrationContext } from '../plugins/context.js';
import { pluginNamed } from '../plugins/plugin-set.js';
import type { IntegrationEntry, Settings } from '../settings/settings.js';
import { systemClock } from '../time/clock.js';
import { actionsOf, type Contributions, contributionsOf } from '../widgets/contributions.js';
import { loadFolder } from '../widgets/load-folder.js';
import { Registry } from '../widgets/registry.js';

export async function contributed({ settings, plugins }: LoadedSettings): Promise<Registry> {
  const registry = new Registry(silentLog);
  registry.add('core', await loadFolder(join(installation, 'widgets', 'dist')));
  for (const entry of settings.integrations.filter(({ enabled }) => enabled)) {
    const plugin = pluginNamed(plugins, entry.plugin);
    if (plugin === undefined) continue;
    registry.add(plugin.id, contributionsOf(plugin));
    registry.add(plugin.id, ownActions(plugin, entry, settings));
  }
  return registry;
}

/** Of an integration that was created, which does no I/O, and never started. */
function ownActions(plugin: AnyPlugin, entry: IntegrationEntry, { zone, secrets }: Settings): Contributions {
  const scope = { entry, plugin, zone, secrets, userAgent: 'Sidelight', onRequest: () => undefined };
  const context = new IntegrationContext(scope, createMemoryCache(), systemClock, silentLog);
  try {
    return actionsOf(plugin.create(context));
  } catch {
    // As in the daemon: an integration that cannot be created has no actions, and its widgets are there.
    return {};
  } finally {
    context.close();
  }
}
