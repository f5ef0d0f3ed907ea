/** What is fuzzed: the demo, and a house of many services that all take actions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { startReplayed } from '../support/upstreams/replayed.js';
import { startStack } from '../support/upstreams/stack.js';

export interface World {
  readonly daemon: DaemonHere;
  /** That name its config to a command. */
  readonly flags: readonly string[];
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

/** @param database lines of the config */
export const WORLDS: Readonly<Record<string, (database: string) => Promise<World>>> = {
  async demo(database) {
    const daemon = await startHere({ config: `${database}integrations: { demo: { plugin: demo } }\n` });
    return { daemon, flags: configOf(daemon), close: () => daemon.dispose() };
  },
  async house(database) {
    const stack = await startStack();
    const others = await Promise.all(
      REPLAYED.map(async (plugin) => {
        // What no case asked is taken as done.
        const upstream = await startReplayed(plugin, 'ok', ({ method }) =>
          method === 'DELETE' ? { body: {} } : undefined,
        );
        return { plugin, upstream };
      }),
    );
    const entries = Object.fromEntries(others.map(({ plugin, upstream }) => [plugin, entryOf(plugin, upstream.url)]));
    const integrations = JSON.stringify({ ...stack.entries(), ...entries });
    const daemon = await startHere({ config: `${database}integrations: ${integrations}\n` });
    return {
      daemon,
      flags: configOf(daemon),
      async close() {
        await daemon.dispose();
        await Promise.all([stack.close(), ...others.map(({ upstream }) => upstream.close())]);
      },
    };
  },
};

const configOf = ({ folder }: DaemonHere): readonly string[] => ['--config', join(folder, 'sidelight.yaml')];

/** That of the plugin's case, at another address. */
function entryOf(plugin: string, url: string): object {
  const file = join(root, 'plugins', plugin, 'test', 'cases', 'ok', 'config.yaml');
  const { integration } = parse(readFileSync(file, 'utf8')) as { readonly integration: object };
  return { plugin, ...integration, url };
}
