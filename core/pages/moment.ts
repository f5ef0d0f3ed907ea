/** Points in time as pages show them: relative, with the whole time beside it. Pure. */
import { ago, span } from '@sidelight/plugin-api';

export interface Moment {
  readonly iso: string;
  /** "5 min ago". */
  readonly text: string;
  /** "20 Nov 2026, 12:00:00". */
  readonly title: string;
}

export interface Clockwork {
  readonly now: Date;
  /** IANA. */
  readonly zone: string;
}

export const pastMoment = (iso: string, clock: Clockwork): Moment => moment(iso, ago(iso, clock.now), clock);

/** "in 5 min", or "now" once it is due. */
export const comingMoment = (iso: string, clock: Clockwork): Moment => {
  const seconds = (Date.parse(iso) - clock.now.getTime()) / 1000;
  return moment(iso, seconds < 1 ? 'now' : `in ${span(seconds)}`, clock);
};

/** How long it has been so: "5 min". */
export const lastingMoment = (iso: string, clock: Clockwork): Moment =>
  moment(iso, span((clock.now.getTime() - Date.parse(iso)) / 1000), clock);

/** "23 Nov, 12:00:00", where the order of things matters more than how long ago they were. */
export const exactMoment = (iso: string, clock: Clockwork): Moment => {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: clock.zone });
  return moment(iso, format.format(new Date(iso)), clock);
};

const moment = (iso: string, text: string, { zone }: Clockwork): Moment => ({
  iso,
  text,
  title: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(
    new Date(iso),
  ),
});
