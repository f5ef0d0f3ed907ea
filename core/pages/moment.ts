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
  /** Of the dates: `de-DE`. */
  readonly locale?: string;
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
  return moment(iso, formatOf(clock, parts).format(new Date(iso)), clock);
};

const moment = (iso: string, text: string, clock: Clockwork): Moment => ({
  iso,
  text,
  title: formatOf(clock, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso)),
});

/** To make one takes longer than to use it a hundred times; strangers name languages as they like. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 100;

function formatOf({ zone, locale = 'en-GB' }: Clockwork, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${zone} ${Object.keys(options)}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(name, format);
  return format;
}
