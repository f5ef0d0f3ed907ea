/** What the pages need of the rest of the daemon. */
import type { Knex } from 'knex';
import type { Admins } from '../auth/admins.js';
import type { Attempts } from '../auth/attempts.js';
import type { SessionStore } from '../auth/session-store.js';
import type { Sessions } from '../auth/sessions.js';
import type { Ways } from '../auth/ways.js';
import type { Services } from '../container.js';
import type { Log } from '../ground/log.js';
import type { CallMeter } from '../ops/call-meter.js';
import type { Packs } from '../packs/packs.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { PackMemory } from './start/steps.js';

export interface WebDeps {
  /** As they are now: a reload changes them. */
  readonly settings: Settings;
  readonly services: Services;
  readonly packs: Pick<Packs, 'list'>;
  /** Whether a pack was ever taken. */
  readonly packMemory: PackMemory;
  readonly database: Knex;
  readonly admins: Admins;
  readonly sessions: Sessions;
  readonly sessionStore: SessionStore;
  readonly ways: Ways;
  /** Of passwords and tokens. */
  readonly attempts: Attempts;
  readonly meter: Pick<CallMeter, 'perMinute'>;
  /** Whether this process is the one that syncs. */
  readonly leading: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
}
