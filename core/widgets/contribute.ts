/** Who contributes: Sidelight itself, the plugins that are in use, and what was made of them. Decided here alone. */
import { join } from 'node:path';
import { type AnyPlugin, type AnyPort, mediaServer, mediaUsers } from '@sidelight/plugin-api';
import { portsNamedBy } from '@sidelight/plugin-api/host';
import type { Cache } from '../cache/cache.js';
import { corePorts, declarePorts, portsOf } from '../derivations/ports.js';
import { installation } from '../ground/installation.js';
import { CORE } from '../ops/notices.js';
import type { Source } from '../plugins/source.js';
import type { PluginSettings } from '../settings/settings.js';
import { contributionsOf, type Origin, ownContributionsOf } from './contributions.js';
import { loadFolder } from './load-folder.js';
import type { Registry } from './registry.js';

export interface Contributors {
  /** In YAML order. */
  all(): readonly Source[];
  /** Those that are in use, with or without an integration. */
  inUse(): readonly AnyPlugin[];
  settingsOf(plugin: string): PluginSettings;
}

/**
 * Builds the contents of the registry anew, declares to the cache what they read and what tasks fill, and swaps them in.
 * Whom renders ask after, and whose rows count, is answered without waiting from then on.
 * The first of a name stays: Sidelight's own, then those of plugins, then those of integrations, each in YAML order.
 * @returns every port that there is, and those that the database did not take this time
 */
export async function contribute(
  registry: Registry,
  host: Contributors,
  cache: Pick<Cache, 'declare' | 'port' | 'keepAtHand'>,
): Promise<{ readonly ports: readonly AnyPort[]; readonly failed: readonly AnyPort[] }> {
  const contents = registry.empty();
  const sources = host.all();
  contents.add(CORE, await loadFolder(join(installation, 'widgets', 'dist')));
  // Ports are of those who fill them, before any read names them.
  for (const { plugin, integration } of sources) {
    if (integration !== null) contents.add(plugin.id, { ports: portsNamedBy(integration) });
  }
  const originOf = ({ id, settings: schema }: AnyPlugin): Origin => ({ schema, settings: host.settingsOf(id) });
  for (const plugin of host.inUse()) contents.add(plugin.id, contributionsOf(plugin), originOf(plugin));
  for (const { id, plugin, integration } of sources) {
    contents.add(plugin.id, ownContributionsOf(integration), { ...originOf(plugin), source: id });
  }
  for (const { id, aliases = [] } of host.inUse()) contents.add(id, { aliases });
  const integrations = sources.flatMap(({ integration }) => integration ?? []);
  const ports = portsOf([...contents.ports(), ...corePorts], integrations);
  const { notices, failed } = await declarePorts(cache, ports, contents.reads());
  for (const port of [mediaUsers, mediaServer]) if (cache.port(port.id) !== undefined) await cache.keepAtHand(port);
  registry.swap(contents, notices);
  return { ports, failed };
}
