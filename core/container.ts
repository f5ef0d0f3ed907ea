/** The composition root: what there is one of, and how each is made. Everything else gets what it needs handed to it. */
import 'reflect-metadata';
import type { Knex } from 'knex';
import { container, type DependencyContainer, type InjectionToken } from 'tsyringe';
import { AuditLog } from './audit/audit-log.js';
import { Backups } from './backup/backups.js';
import { CACHE, type Cache } from './cache/cache.js';
import { DATABASE } from './cache/sql.js';
import { USER_AGENT } from './ground/installation.js';
import { LOG, type Log } from './ground/log.js';
import type { Token } from './ground/token.js';
import { ImageAddresses } from './images/addresses.js';
import { KeyStore } from './keys/key-store.js';
import { ShareStore } from './keys/share-store.js';
import { MqttLink } from './mqtt/mqtt-link.js';
import { OpsSource } from './ops/ops-source.js';
import { CONTEXTS, contextsOf } from './plugins/context.js';
import { PluginHost } from './plugins/host.js';
import { PLUGIN_SET, type PluginSet } from './plugins/plugin-set.js';
import { SETTINGS, type Settings } from './settings/settings.js';
import { SyncEngine } from './sync/engine.js';
import { CLOCK, type Clock } from './time/clock.js';
import { DeliveryLog } from './webhooks/delivery-log.js';
import { InboundWebhooks } from './webhooks/inbound.js';
import { OutboundWebhooks } from './webhooks/outbound.js';
import { Changes } from './widgets/changes.js';
import { Reader } from './widgets/reader.js';
import { Registry } from './widgets/registry.js';
import { Snapshots } from './widgets/snapshots.js';
import { Snoozes } from './widgets/snoozes.js';
import { Trend } from './widgets/trend.js';

/** What exists before the container does. */
export interface Parts {
  readonly settings: Settings;
  readonly plugins: PluginSet;
  readonly log: Log;
  readonly clock: Clock;
  readonly database: Knex;
  readonly cache: Cache;
  readonly version: string;
}

/** What there is one of. A service is declared in its own file, and here. */
const SERVICES = {
  host: PluginHost,
  ops: OpsSource,
  engine: SyncEngine,
  registry: Registry,
  reader: Reader,
  images: ImageAddresses,
  snapshots: Snapshots,
  changes: Changes,
  snoozes: Snoozes,
  trend: Trend,
  keys: KeyStore,
  shares: ShareStore,
  audit: AuditLog,
  deliveries: DeliveryLog,
  inbound: InboundWebhooks,
  outbound: OutboundWebhooks,
  mqtt: MqttLink,
  backups: Backups,
};

/** What the daemon starts, asks and stops. */
export type Services = { readonly [Name in keyof typeof SERVICES]: InstanceType<(typeof SERVICES)[Name]> };

/** A container of the daemon's own, so that two daemons (in tests) share nothing. */
function buildContainer(parts: Parts): DependencyContainer {
  const root = container.createChildContainer();
  const give = <T>(token: Token<T>, value: T): unknown => root.register<T>(token, { useValue: value });
  give(SETTINGS, parts.settings);
  give(PLUGIN_SET, parts.plugins);
  give(LOG, parts.log);
  give(CLOCK, parts.clock);
  give(DATABASE, parts.database);
  give(CACHE, parts.cache);
  give(USER_AGENT, `Sidelight/${parts.version}`);
  give(CONTEXTS, contextsOf(root));
  for (const service of Object.values(SERVICES)) root.registerSingleton<object>(service);
  return root;
}

export function buildServices(parts: Parts): Services {
  const root = buildContainer(parts);
  const made = Object.entries<InjectionToken<object>>(SERVICES).map(([name, service]) => [name, root.resolve(service)]);
  // A list of entries does not know that each name has its own class; the type of SERVICES does.
  return Object.fromEntries(made) as Services;
}
