/** `sidelight check`: is the config right, and does every upstream answer and take its credentials? */
import { pluginNamed } from '../plugins/plugin-set.js';
import { type Tried, tryEntry } from '../plugins/try-entry.js';
import { type Command, print } from './command.js';
import { contributed } from './contributed.js';
import { loadFor } from './settings.js';

export const check: Command = async (input) => {
  const loaded = await loadFor(input);
  const { settings, plugins } = loaded;
  print(input.out, settings.file === null ? 'no config file: nothing to check' : `${settings.file} is valid`);
  for (const failure of plugins.failures) print(input.out, `FAIL  ${failure.origin}  ${failure.message}`);
  const enabled = settings.integrations.filter((entry) => entry.enabled);
  const known = plugins.loaded.map(({ plugin }) => plugin);
  const pinged = await Promise.all(
    enabled.map(async (entry) => {
      const plugin = pluginNamed(plugins, entry.plugin);
      const { ok, code, text }: Tried =
        plugin === undefined
          ? { ok: false, text: 'its plugin cannot be loaded' }
          : await tryEntry(entry, plugin, settings, known);
      const why = code === undefined ? text : `${code}: ${text}`;
      return { ok, text: `${ok ? 'ok  ' : 'FAIL'}  ${entry.id.padEnd(20)}  ${why}` };
    }),
  );
  for (const { text } of pinged) print(input.out, text);
  for (const { text } of (await contributed(loaded)).registry.refused()) print(input.out, `WARN  ${text}`);
  return plugins.failures.length === 0 && pinged.every(({ ok }) => ok) ? 0 : 1;
};
