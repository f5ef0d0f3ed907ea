/** What the pages need of the rest of the daemon. */
import type { Knex } from 'knex';
import type { AuditLog } from '../audit/audit-log.js';
import type { Admins } from '../auth/admins.js';
import type { Attempts } from '../auth/attempts.js';
import type { Devices } from '../auth/devices.js';
import type { Oidc } from '../auth/oidc.js';
import type { SessionStore } from '../auth/session-store.js';
import type { Sessions } from '../auth/sessions.js';
import type { Ways } from '../auth/ways.js';
import type { Cache } from '../cache/cache.js';
import type { ConfigDesk } from '../config/desk.js';
import type { Log } from '../ground/log.js';
import type { LogTail } from '../ground/log-tail.js';
import type { ImageAddresses } from '../images/addresses.js';
import type { ImportJobs } from '../imports/import-jobs.js';
import type { Spool } from '../imports/spool.js';
import type { KeyStore } from '../keys/key-store.js';
import type { ShareStore } from '../keys/share-store.js';
import type { CallMeter } from '../ops/call-meter.js';
import type { OpsSource } from '../ops/ops-source.js';
import type { Packs } from '../packs/packs.js';
import type { PluginHost } from '../plugins/host.js';
import type { Settings } from '../settings/settings.js';
import type { SyncEngine } from '../sync/engine.js';
import type { Clock } from '../time/clock.js';
import type { OutboundWebhooks } from '../webhooks/outbound.js';
import type { Reader } from '../widgets/reader.js';
import type { Registry } from '../widgets/registry.js';
import type { Snapshots } from '../widgets/snapshots.js';
import type { Snoozes } from '../widgets/snoozes.js';
import type { PackMemory } from './start/steps.js';

export interface WebServices {
  readonly host: PluginHost;
  readonly ops: OpsSource;
  readonly engine: SyncEngine;
  readonly registry: Registry;
  readonly reader: Reader;
  readonly snapshots: Snapshots;
  readonly snoozes: Snoozes;
  readonly keys: KeyStore;
  readonly shares: ShareStore;
  readonly audit: AuditLog;
  readonly images: ImageAddresses;
  readonly outbound: OutboundWebhooks;
}

export interface WebDeps {
  /** As they are now: a reload changes them. */
  readonly settings: Settings;
  readonly services: WebServices;
  /** Where the config is changed. */
  readonly desk: ConfigDesk;
  readonly packs: Pick<Packs, 'list' | 'offered'>;
  /** Whether a pack was ever taken. */
  readonly packMemory: PackMemory;
  readonly cache: Cache;
  readonly database: Knex;
  readonly admins: Admins;
  readonly sessions: Sessions;
  readonly sessionStore: SessionStore;
  readonly ways: Ways;
  readonly oidc: Oidc;
  readonly devices: Devices;
  /** Of passwords and tokens. */
  readonly attempts: Attempts;
  readonly imports: { readonly jobs: ImportJobs; readonly spool: Spool };
  readonly meter: Pick<CallMeter, 'perMinute'>;
  /** Whether this process is the one that syncs. */
  readonly leading: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly tail: Pick<LogTail, 'list' | 'sources'>;
  readonly version: string;
}
