/** Days and times of a release calendar, and the task that fills it. */
import {
  dayOf,
  fill,
  type ItemIn,
  type PluginContext,
  releaseCalendar,
  type SyncTask,
  startOfDay as startOf,
} from '@sidelight/plugin-api';

const DAY_MS = 86_400_000;

export const isoTime = (time: string): string => new Date(time).toISOString();

export interface Window {
  readonly start: string;
  readonly end: string;
}

/** From a day before the local one to `days` after it; the day to spare covers dates that are known as midnight in UTC. */
export function calendarWindow(now: Date, zone: string, days: number): Window {
  const midnight = startOf(dayOf(now, zone), zone).getTime();
  return {
    start: new Date(midnight - DAY_MS).toISOString(),
    end: new Date(midnight + (days + 2) * DAY_MS).toISOString(),
  };
}

type Release = ItemIn<typeof releaseCalendar>;
type Context = Pick<PluginContext<{ readonly calendarDays: number }>, 'clock' | 'zone' | 'config'>;

/** What comes later than the config looks ahead is left out: whatever is in the port is what is upcoming. */
export function calendarTask(
  { clock, zone, config }: Context,
  read: (window: Window, signal: AbortSignal) => Promise<readonly Release[]>,
): SyncTask {
  return fill(releaseCalendar, '30m', async (signal) => {
    const now = clock.now();
    const last = now.getTime() + config.calendarDays * DAY_MS;
    const releases = await read(calendarWindow(now, zone, config.calendarDays), signal);
    return releases.filter(({ date }) => Date.parse(date) <= last);
  });
}

export const isWithin = (time: string, { start, end }: Window): boolean =>
  Date.parse(time) >= Date.parse(start) && Date.parse(time) < Date.parse(end);

/** Known by its day alone, which comes as midnight in UTC. */
export const isDay = (time: string): boolean => /T00:00:00(\.0+)?Z$/.test(time);

/** The day of a date that comes as a time; few of them have another hour than midnight, which means nothing. */
export const dayIn = (time: string): string => time.slice(0, 10);

/** The first moment of a day in a zone, as ISO. */
export const startOfDay = (day: string, zone: string): string => startOf(day, zone).toISOString();

/** Of a release that is known by its day alone: it is that day wherever one lives. */
export const onDay = (day: string, zone: string) => ({ date: startOfDay(day, zone), day, allDay: true });
