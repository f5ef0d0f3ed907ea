/** One entry of a config, tried: does its upstream answer, and take its credentials? */
import type { AnyPlugin, Health } from '@sidelight/plugin-api';
import { codeOf, type ErrorCode, messageOf } from '@sidelight/plugin-api/errors';
import { createMemoryCache } from '../cache/memory.js';
import { installedVersion } from '../ground/installation.js';
import { silentLog } from '../ground/log.js';
import type { IntegrationEntry, Settings } from '../settings/settings.js';
import { systemClock } from '../time/clock.js';
import { IntegrationContext } from './context.js';
import { adviceFor } from './recognise.js';

export interface Tried {
  readonly ok: boolean;
  /** Why not. */
  readonly code?: ErrorCode;
  /** What answered, with its version; or what is wrong, and what to do. */
  readonly text: string;
  /** Of what answered. */
  readonly version?: string;
}

/** @param plugins that the entry may name instead */
export async function tryEntry(
  entry: IntegrationEntry,
  plugin: AnyPlugin,
  { zone, secrets, plugins: set }: Pick<Settings, 'zone' | 'secrets' | 'plugins'>,
  plugins: readonly AnyPlugin[],
): Promise<Tried> {
  const scope = {
    entry,
    plugin,
    zone,
    settings: set[plugin.id] ?? {},
    secrets,
    userAgent: `Sidelight/${installedVersion()}`,
    onRequest: () => undefined,
    onFailure: () => undefined,
  };
  const context = new IntegrationContext(scope, createMemoryCache(), systemClock, silentLog);
  try {
    if (plugin.create === undefined) throw new TypeError('its plugin has no integrations');
    const integration = plugin.create(context);
    const health = await integration.check(AbortSignal.timeout(entry.timeoutMs));
    await integration.stop?.();
    const { version } = health;
    return { ok: true, text: describe(plugin, health), ...(version === undefined ? {} : { version }) };
  } catch (error) {
    const code = codeOf(error);
    const { url, verifyTls } = entry;
    const advice = await adviceFor(code, plugin, url === undefined ? undefined : { url, verifyTls }, plugins);
    const text = [messageOf(error), advice].filter((part) => part !== undefined).join('; ');
    return { ok: false, code, text };
  } finally {
    context.close();
  }
}

const describe = ({ title }: AnyPlugin, { name, version }: Health): string =>
  [name ?? title, version].filter((part) => part !== undefined).join(' ');
