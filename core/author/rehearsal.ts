/** What a start with these plugins would say, without a server, a database or a call to any upstream. For their authors. */
import 'reflect-metadata';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Cache } from '../cache/cache.js';
import { createMemoryCache } from '../cache/memory.js';
import { silentLog } from '../ground/log.js';
import type { Notice } from '../ops/notices.js';
import { type ContextFactory, IntegrationContext } from '../plugins/context.js';
import { PluginHost } from '../plugins/host.js';
import type { PluginSet } from '../plugins/plugin-set.js';
import type { Source } from '../plugins/source.js';
import type { Settings } from '../settings/settings.js';
import { runTask } from '../sync/runner.js';
import { systemClock } from '../time/clock.js';
import { bounded } from '../time/deadline.js';
import { contribute } from '../widgets/contribute.js';
import { Registry } from '../widgets/registry.js';

export interface RehearsalInput {
  readonly settings: Settings;
  readonly set: PluginSet;
  /** How long a check or a task of a plugin without an upstream may take. */
  readonly deadlineMs: number;
}

export interface Rehearsal {
  /** Plugins that could not be loaded, integrations that could not be created, contributions that were left out. */
  readonly notices: readonly Notice[];
  /** What failed when the integrations without an upstream were checked and synced once. */
  readonly failed: readonly { readonly source: string; readonly text: string }[];
  readonly sources: readonly Source[];
}

export async function rehearse({ settings, set, deadlineMs }: RehearsalInput): Promise<Rehearsal> {
  const cache = createMemoryCache();
  const contexts: ContextFactory = (scope) => new IntegrationContext(scope, cache, systemClock, silentLog);
  const host = new PluginHost(set, contexts, silentLog, 'Sidelight');
  await host.apply(settings);
  const sources = host.all();
  const registry = new Registry(silentLog);
  await contribute(registry, host, cache);
  const local = sources.filter(({ plugin }) => plugin.local === true);
  const failed = (await Promise.all(local.map((source) => runOnce(source, cache, deadlineMs)))).flat();
  const notices = [...host.notices(), ...registry.refused()];
  await host.stop();
  return { notices, failed, sources };
}

async function runOnce(source: Source, cache: Cache, deadlineMs: number): Promise<Rehearsal['failed']> {
  const { id, integration } = source;
  if (integration === null) return [];
  const { signal } = new AbortController();
  const bounds = { clock: systemClock, deadlineMs, signal };
  const failed: { source: string; text: string }[] = [];
  await bounded({ ...bounds, what: 'check' }, (own) => integration.check(own)).catch((error: unknown) =>
    failed.push({ source: id, text: `check failed: ${messageOf(error)}` }),
  );
  for (const task of integration.tasks ?? []) {
    const commit = async (batch: Parameters<Cache['commit']>[0]) => (await cache.commit(batch)) !== undefined;
    const outcome = await runTask({ source, task, cache, ...bounds, commit });
    if ('message' in outcome) failed.push({ source: id, text: `task ${task.id} failed: ${outcome.message}` });
  }
  return failed;
}
