/** `sidelight check`: is the config right, and does every upstream answer and take its credentials? */
import type { AnyPlugin, Health } from '@sidelight/plugin-api';
import { codeOf, messageOf } from '@sidelight/plugin-api/errors';
import { createMemoryCache } from '../cache/memory.js';
import { installedVersion } from '../ground/installation.js';
import { silentLog } from '../ground/log.js';
import { IntegrationContext } from '../plugins/context.js';
import { pluginNamed } from '../plugins/plugin-set.js';
import { adviceFor } from '../plugins/recognise.js';
import type { IntegrationEntry, Settings } from '../settings/settings.js';
import { systemClock } from '../time/clock.js';
import { type Command, print } from './command.js';
import { contributed } from './contributed.js';
import { loadFor } from './settings.js';

interface Pinged {
  readonly ok: boolean;
  readonly text: string;
}

async function ping(
  entry: IntegrationEntry,
  plugin: AnyPlugin,
  { zone, secrets, plugins: set }: Settings,
  plugins: readonly AnyPlugin[],
): Promise<Pinged> {
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
    if (plugin.create === undefined) throw new TypeError('its plugin makes no integrations');
    const integration = plugin.create(context);
    const health = await integration.check(AbortSignal.timeout(entry.timeoutMs));
    await integration.stop?.();
    return { ok: true, text: describe(plugin, health) };
  } catch (error) {
    const code = codeOf(error);
    const { url, verifyTls } = entry;
    const advice = await adviceFor(code, plugin, url === undefined ? undefined : { url, verifyTls }, plugins);
    return {
      ok: false,
      text: [`${code}: ${messageOf(error)}`, advice].filter((part) => part !== undefined).join('; '),
    };
  } finally {
    context.close();
  }
}

const describe = ({ title }: AnyPlugin, { name, version }: Health): string =>
  [name ?? title, version].filter((part) => part !== undefined).join(' ');

export const check: Command = async (input) => {
  const loaded = await loadFor(input);
  const { settings, plugins } = loaded;
  print(input.out, settings.file === null ? 'no config file: nothing to check' : `${settings.file} is valid`);
  for (const failure of plugins.failures) print(input.out, `FAIL  ${failure.origin}  ${failure.message}`);
  const enabled = settings.integrations.filter((entry) => entry.enabled);
  const known = plugins.loaded.map(({ plugin }) => plugin);
  const pinged = await Promise.all(
    enabled.map(async (entry): Promise<Pinged> => {
      const plugin = pluginNamed(plugins, entry.plugin);
      const result =
        plugin === undefined
          ? { ok: false, text: 'its plugin cannot be used' }
          : await ping(entry, plugin, settings, known);
      return { ok: result.ok, text: `${result.ok ? 'ok  ' : 'FAIL'}  ${entry.id.padEnd(20)}  ${result.text}` };
    }),
  );
  for (const { text } of pinged) print(input.out, text);
  for (const { text } of (await contributed(loaded)).registry.refused()) print(input.out, `WARN  ${text}`);
  return plugins.failures.length === 0 && pinged.every(({ ok }) => ok) ? 0 : 1;
};
