/** What the daemon does again and again beside syncing. */

import type { SessionStore } from './auth/session-store.js';
import type { Cache } from './cache/cache.js';
import type { watchOf } from './cache/database-watch.js';
import type { Services } from './container.js';
import { type CallMeter, SAMPLE_MS } from './ops/call-meter.js';
import type { Clock } from './time/clock.js';
import type { Repeated } from './time/repeat.js';

interface ChoreParts {
  readonly services: Pick<Services, 'engine' | 'snoozes' | 'trend' | 'audit' | 'images'>;
  readonly cache: Pick<Cache, 'prune'>;
  readonly sessions: Pick<SessionStore, 'prune'>;
  readonly meter: Pick<CallMeter, 'sample'>;
  readonly watch: ReturnType<typeof watchOf>;
  /** Whether this process is the one that syncs. */
  readonly leading: () => boolean;
  /** Declares the ports that the database did not take. */
  readonly offerAgain: () => Promise<void>;
  /** Looks which version is the newest. */
  readonly lookForNewer: () => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

const PRUNE_MS = 3_600_000;
const DECLARE_MS = 60_000;
/** How soon what a command forgot or renamed is noticed. */
const HEED_MS = 2_000;
/** How soon it is noticed that the database is not there any more, or is well again. */
const WATCH_MS = 10_000;
/** How soon it is noticed that the addresses of pictures were revoked elsewhere. */
const IMAGES_MS = 10_000;
/** Each hour ends with what was known in its last minutes. */
const TREND_MS = 5 * 60_000;
const VERSION_MS = 15 * 60_000;

export function choresOf(parts: ChoreParts): readonly Repeated[] {
  const { services, cache, sessions, meter, watch, leading, offerAgain, lookForNewer, clock } = parts;
  const { engine, snoozes, trend, audit, images } = services;
  return [
    {
      everyMs: PRUNE_MS,
      failure: 'old rows could not be removed',
      run: async () => {
        if (leading()) {
          await cache.prune(clock.now());
          await snoozes.sweep();
        }
        await sessions.prune();
        await audit.prune();
      },
    },
    { everyMs: DECLARE_MS, failure: 'ports could not be declared', run: offerAgain },
    { everyMs: HEED_MS, failure: 'what commands did could not be read', run: () => engine.heed() },
    { everyMs: IMAGES_MS, failure: 'the addresses of pictures could not be read', run: () => images.refresh() },
    { everyMs: WATCH_MS, failure: 'the database could not be looked after', run: async () => watch?.look() },
    { everyMs: VERSION_MS, failure: 'the newest version could not be asked for', run: lookForNewer },
    { everyMs: SAMPLE_MS, failure: 'calls could not be counted', run: async () => meter.sample() },
    {
      everyMs: TREND_MS,
      failure: 'the numbers of the homepage could not be written down',
      run: async () => (leading() ? trend.sample() : undefined),
    },
  ];
}
