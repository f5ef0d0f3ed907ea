/** What is fuzzed: the demo, and a house of many services that all take actions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';
import { startReplayed } from '../support/upstreams/replayed.js';
import { SOURCES, startStack } from '../support/upstreams/stack.js';
import type { Reply } from '../support/upstreams/upstream.js';
import { WEBHOOK_SECRET } from './planned.js';

export interface World {
  readonly daemon: DaemonHere;
  /** That name its config to a command. */
  readonly flags: readonly string[];
  /** Those that take webhooks. */
  readonly told: readonly string[];
  close(): Promise<void>;
}

const REPLAYED = [
  'autobrr',
  'bazarr',
  'cleanuparr',
  'deluge',
  'lidarr',
  'nzbget',
  'prowlarr',
  'tdarr',
  'unmanic',
  'wizarr',
];

const WRITE_BY_METHOD = new Set(['autobrr', 'bazarr', 'cleanuparr', 'lidarr', 'prowlarr', 'wizarr']);

/** @param database lines of the config */
export const WORLDS: Readonly<Record<string, (database: string) => Promise<World>>> = {
  async demo(database) {
    const daemon = await startHere({ config: `${database}integrations: { demo: { plugin: demo } }\n` });
    await synced(daemon);
    return { daemon, flags: configOf(daemon), told: [], close: () => daemon.dispose() };
  },
  async house(database) {
    const stack = await startStack();
    const others = await Promise.all(
      REPLAYED.map(async (plugin) => {
        // They read with GET alone: whatever else is asked is taken as done.
        const done: Reply | undefined = WRITE_BY_METHOD.has(plugin) ? { body: {} } : undefined;
        const upstream = await startReplayed(plugin, 'ok', ({ method }) => (method === 'GET' ? undefined : done));
        return { plugin, upstream };
      }),
    );
    const entries = Object.fromEntries(others.map(({ plugin, upstream }) => [plugin, entryOf(plugin, upstream.url)]));
    const integrations = JSON.stringify({ ...stack.entries(() => ({ webhookSecret: WEBHOOK_SECRET })), ...entries });
    // Its aliases are routes, too.
    const plugins = 'plugins: { jellyglance: {} }';
    const daemon = await startHere({ config: `${database}${plugins}\nintegrations: ${integrations}\n` });
    await synced(daemon);
    return {
      daemon,
      flags: configOf(daemon),
      told: SOURCES,
      async close() {
        await daemon.dispose();
        await Promise.all([stack.close(), ...others.map(({ upstream }) => upstream.close())]);
      },
    };
  },
};

/** Until there is something to be asked for. */
async function synced(daemon: DaemonHere): Promise<void> {
  const key = await daemon.key('full');
  await until(
    () => daemon.get('/api/widgets/homepage', key),
    ({ json }) => Number(json['movies']) > 0 && Number(json['downloadTotal']) > 0,
  );
}

const configOf = ({ folder }: DaemonHere): readonly string[] => ['--config', join(folder, 'sidelight.yaml')];

/** That of the plugin's case, at another address. */
function entryOf(plugin: string, url: string): object {
  const file = join(root, 'plugins', plugin, 'test', 'cases', 'ok', 'config.yaml');
  const { integration } = parse(readFileSync(file, 'utf8')) as { readonly integration: object };
  return { plugin, ...integration, url };
}
