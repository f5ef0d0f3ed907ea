/** The right-hand texts of rows. Pure. */
import { dayOf, type RenderContext, span } from '@sidelight/plugin-api';

/** "in 3 d", or "due" once the time has come. */
export function until(iso: string, now: Date): string {
  const seconds = (Date.parse(iso) - now.getTime()) / 1000;
  return seconds < 60 ? 'due' : `in ${span(seconds)}`;
}

/** "12 min left", or nothing while it is not known. */
export const timeLeft = (seconds: number | undefined): string => (seconds === undefined ? '' : `${span(seconds)} left`);

const DAY_MS = 86_400_000;

/** A local day (2026-11-22) as people say it: "today", "tomorrow", "Tue" within a week, else "24 Dec". */
export function dayLabel(day: string, ctx: RenderContext): string {
  const today = dayOf(ctx.now, ctx.zone);
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  if (distance === 0) return 'today';
  if (distance === 1) return 'tomorrow';
  const style: Intl.DateTimeFormatOptions =
    distance > 0 && distance < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(new Date(day));
}

/** "20:30" on the clocks of the zone. */
export const timeOfDay = (iso: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(new Date(iso));

/** "1 play", "3 plays". */
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** "S01E03", "S01" of a whole season, or nothing. */
export const partOf = (season: number | undefined, episode: number | undefined): string =>
  [season === undefined ? '' : `S${twoDigits(season)}`, episode === undefined ? '' : `E${twoDigits(episode)}`].join('');

/** "S01–S03, S05": what follows on each other as a stretch. */
export function seasonsOf(seasons: readonly number[]): string {
  const stretches: { readonly first: number; last: number }[] = [];
  for (const season of [...new Set(seasons)].sort((a, b) => a - b)) {
    const open = stretches.at(-1);
    if (open !== undefined && season === open.last + 1) open.last = season;
    else stretches.push({ first: season, last: season });
  }
  const part = (season: number): string => partOf(season, undefined);
  return stretches.map(({ first, last }) => (first === last ? part(first) : `${part(first)}–${part(last)}`)).join(', ');
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** "Series – Title", or the title alone where there is no series. */
export const fullTitle = (series: string | undefined, title: string): string =>
  series === undefined || series === '' || series === title ? title : `${series} – ${title}`;
