/** What the daemon would serve by these settings, without asking an upstream or opening the database. */
import 'reflect-metadata';
import { createMemoryCache } from '../cache/memory.js';
import type { LoadedSettings } from '../config/load-settings.js';
import { silentLog } from '../ground/log.js';
import { IntegrationContext } from '../plugins/context.js';
import { PluginHost } from '../plugins/host.js';
import type { Source } from '../plugins/source.js';
import { systemClock } from '../time/clock.js';
import { contribute } from '../widgets/contribute.js';
import { Registry } from '../widgets/registry.js';

export interface Contributed {
  readonly registry: Registry;
  /** Of the entries that are enabled. */
  readonly sources: readonly Source[];
}

/** Integrations are created, which does no I/O, and ended again: nothing of them ever runs. */
export async function contributed({ settings, plugins }: LoadedSettings): Promise<Contributed> {
  const cache = createMemoryCache();
  const host = new PluginHost(
    plugins,
    (scope) => new IntegrationContext(scope, cache, systemClock, silentLog),
    silentLog,
    'Sidelight',
  );
  const registry = new Registry(silentLog);
  await host.apply(settings);
  await contribute(registry, host, cache);
  const sources = host.all();
  await host.stop();
  return { registry, sources };
}
