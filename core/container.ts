/** The composition root: what there is one of, and how each is made. Everything else gets what it needs handed to it. */
import 'reflect-metadata';
import type { Knex } from 'knex';
import { container, type DependencyContainer, type InjectionToken, Lifecycle } from 'tsyringe';
import { Backups } from './backup/backups.js';
import type { Cache } from './cache/cache.js';
import type { Log } from './ground/log.js';
import { TOKENS } from './ground/token.js';
import { KeyStore } from './keys/key-store.js';
import { OpsSource } from './ops/ops-source.js';
import { contextsOf } from './plugins/context.js';
import { PluginHost } from './plugins/host.js';
import type { PluginSet } from './plugins/plugin-set.js';
import type { Settings } from './settings/settings.js';
import { SyncEngine } from './sync/engine.js';
import type { Clock } from './time/clock.js';
import { DeliveryLog } from './webhooks/delivery-log.js';
import { InboundWebhooks } from './webhooks/inbound.js';
import { OutboundWebhooks } from './webhooks/outbound.js';
import { Reader } from './widgets/reader.js';
import { Registry } from './widgets/registry.js';
import { Snapshots } from './widgets/snapshots.js';

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

/** What the daemon starts, asks and stops. */
export interface Services {
  readonly host: PluginHost;
  readonly engine: SyncEngine;
  readonly ops: OpsSource;
  readonly registry: Registry;
  readonly reader: Reader;
  readonly snapshots: Snapshots;
  readonly keys: KeyStore;
  readonly deliveries: DeliveryLog;
  readonly inbound: InboundWebhooks;
  readonly outbound: OutboundWebhooks;
  readonly backups: Backups;
}

type Constructor = new (...args: never[]) => object;

const SINGLETONS: readonly (readonly [token: symbol, made: Constructor])[] = [
  [TOKENS.PluginHost, PluginHost],
  [TOKENS.OpsSource, OpsSource],
  [TOKENS.SyncEngine, SyncEngine],
  [TOKENS.Registry, Registry],
  [TOKENS.Reader, Reader],
  [TOKENS.Snapshots, Snapshots],
  [TOKENS.KeyStore, KeyStore],
  [TOKENS.DeliveryLog, DeliveryLog],
  [TOKENS.InboundWebhooks, InboundWebhooks],
  [TOKENS.OutboundWebhooks, OutboundWebhooks],
  [TOKENS.Backups, Backups],
];

/** A container of the daemon's own, so that two daemons (in tests) share nothing. */
function buildContainer(parts: Parts): DependencyContainer {
  const root = container.createChildContainer();
  root.register(TOKENS.Settings, { useValue: parts.settings });
  root.register(TOKENS.PluginSet, { useValue: parts.plugins });
  root.register(TOKENS.Log, { useValue: parts.log });
  root.register(TOKENS.Clock, { useValue: parts.clock });
  root.register(TOKENS.Database, { useValue: parts.database });
  root.register(TOKENS.Cache, { useValue: parts.cache });
  root.register(TOKENS.UserAgent, { useValue: `Sidelight/${parts.version}` });
  root.register(TOKENS.ContextFactory, { useValue: contextsOf(root) });
  for (const [token, useClass] of SINGLETONS) {
    root.register(
      token,
      { useClass: useClass as new (...args: unknown[]) => object },
      { lifecycle: Lifecycle.Singleton },
    );
  }
  return root;
}

export function buildServices(parts: Parts): Services {
  const root = buildContainer(parts);
  const get = <T>(token: InjectionToken<T>): T => root.resolve(token);
  return {
    host: get<PluginHost>(TOKENS.PluginHost),
    ops: get<OpsSource>(TOKENS.OpsSource),
    engine: get<SyncEngine>(TOKENS.SyncEngine),
    registry: get<Registry>(TOKENS.Registry),
    reader: get<Reader>(TOKENS.Reader),
    snapshots: get<Snapshots>(TOKENS.Snapshots),
    keys: get<KeyStore>(TOKENS.KeyStore),
    deliveries: get<DeliveryLog>(TOKENS.DeliveryLog),
    inbound: get<InboundWebhooks>(TOKENS.InboundWebhooks),
    outbound: get<OutboundWebhooks>(TOKENS.OutboundWebhooks),
    backups: get<Backups>(TOKENS.Backups),
  };
}
