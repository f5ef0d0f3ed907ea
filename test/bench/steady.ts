/** How often each upstream is asked while nothing happens, by what its plugin declares. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyPlugin, SyncTask } from '@sidelight/plugin-api';
import { startIntegration } from '@sidelight/plugin-api/testing';
import { parse } from 'yaml';
import { loadPlugins } from '#core/plugins/load.js';
import { everyMsOf, parseEvery } from '#core/time/schedule.js';
import { root } from '../support/daemon.js';
import type { Figure } from './report.js';

const MINUTE = 60_000;
/** The engine's own check. */
const CHECKS_PER_MINUTE = 1 / 5;

const perMinute = (task: SyncTask): number => {
  const everyMs = everyMsOf(parseEvery(task.idle ?? task.every, 'UTC'));
  return everyMs === null ? 0 : MINUTE / everyMs;
};

/** Plugins are created with the entry of their own first case. */
function tasksOf(plugin: AnyPlugin): readonly SyncTask[] {
  const file = join(root, 'plugins', plugin.id, 'test', 'cases', 'ok', 'config.yaml');
  if (!existsSync(file)) return [];
  const { integration } = parse(readFileSync(file, 'utf8')) as { integration: Record<string, unknown> };
  return startIntegration(plugin, integration).integration.tasks ?? [];
}

export async function steadyState(): Promise<readonly Figure[]> {
  const { loaded } = await loadPlugins([], root, { installation: root });
  return loaded
    .map(({ plugin }) => plugin)
    .filter((plugin) => plugin.local !== true)
    .map((plugin) => ({
      what: `${plugin.id}: runs per minute while idle`,
      value: tasksOf(plugin).reduce((sum, task) => sum + perMinute(task), CHECKS_PER_MINUTE),
      unit: '/min',
      atMost: 6,
    }));
}
