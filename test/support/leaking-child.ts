/**
 * A process of its own for plugins that leak: runs one integration of each plugin in the folder under the guard, waits until
 * something leaked, and says what. Arguments: the folder, then the plugins' paths in it.
 */
import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '#core/ground/log.js';
import { PluginHost } from '#core/plugins/host.js';
import { installLeakGuard } from '#core/plugins/leak-guard.js';
import { loadPlugins } from '#core/plugins/load.js';
import { contextsFor, entryOf } from './integrations.js';

const [folder = '', ...named] = process.argv.slice(2);
const set = await loadPlugins(named, folder, { installation: folder });
const host = new PluginHost(set, contextsFor(), silentLog, 'test');
const guard = installLeakGuard({
  plugins: () => set.loaded,
  secrets: () => ['dropped'],
  log: silentLog,
  onFatal: () => process.exit(3),
});
const integrations = set.loaded.map(({ plugin }) => entryOf(plugin.id));
await host.apply({ integrations, zone: 'UTC', secrets: [] });
for (let waited = 0; guard.notices().length === 0 && waited < 60_000; waited += 10) await sleep(10);
const health = await host.get('good')?.integration?.check(new AbortController().signal);
await host.stop();
process.stdout.write(JSON.stringify({ notices: guard.notices(), good: health !== undefined }));
process.exit(0);
