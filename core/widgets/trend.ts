/** What the homepage says, written down: the latest of each hour, and of each day. */
import { dayOf, opsTrend, opsTrendDays, startOfDay, twinOf, UNKNOWN } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { CORE } from '../ops/notices.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { HOMEPAGE } from './homepage.js';
import { Snapshots } from './snapshots.js';
import { defaultVariant } from './variant.js';

/** No task of a plugin's own can have this id. */
const TASK = '@trend';
const HOUR_MS = 3_600_000;

@injectable()
export class Trend {
  constructor(
    @inject(Snapshots) private readonly snapshots: Pick<Snapshots, 'payload'>,
    @inject(CACHE) private readonly cache: Pick<Cache, 'commit'>,
    @inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @inject(SETTINGS) private readonly settings: Pick<Settings, 'zone'>,
  ) {}

  /** Of whoever syncs: what is known now is what this hour and this day end with, unless it is asked again. */
  async sample(): Promise<void> {
    const { zone } = this.settings;
    const now = this.clock.now();
    const { bytes } = await this.snapshots.payload(HOMEPAGE, defaultVariant(zone));
    const numbers = numbersIn(JSON.parse(bytes.toString()));
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS).toISOString();
    const day = startOfDay(dayOf(now, zone), zone).toISOString();
    const rowsAt = (at: string) => numbers.map(([key, value]) => ({ key, at, value }));
    await this.cache.commit({
      source: CORE,
      task: TASK,
      at: now.toISOString(),
      fills: [opsTrend.id, opsTrendDays.id],
      changes: [
        { port: opsTrend.id, kind: 'append', items: rowsAt(hour) },
        { port: opsTrendDays.id, kind: 'append', items: rowsAt(day) },
      ],
    });
  }
}

/** Those that are known: a number of which nobody has told yet is no 0. */
export function numbersIn(payload: Readonly<Record<string, unknown>>): readonly (readonly [string, number])[] {
  return Object.entries(payload).flatMap(([key, value]) => {
    const text = payload[twinOf(key)];
    const isKnown = typeof value === 'number' && text !== undefined && text !== UNKNOWN;
    return isKnown ? [[key, value] as const] : [];
  });
}
