/** The release calendar: what is still missing, and when it is due. Pure. */
import { dayOf, type RenderContext, releaseCalendar } from '@sidelight/plugin-api';
import { flag, int, nullable, oneOf, text, time } from './fields.js';
import { globalId, type RowOf, soonestFirst } from './rows.js';

export type Release = RowOf<typeof releaseCalendar>;

const AHEAD_MS = 30 * 86_400_000;

const isWanted = (release: Release): boolean => release.monitored && !release.hasFile;

/** Wanted releases from now to 30 days. */
export function upcoming(releases: readonly Release[], now: Date): readonly Release[] {
  const from = now.getTime();
  return releases.filter((release) => {
    const at = Date.parse(release.date);
    return isWanted(release) && at >= from && at <= from + AHEAD_MS;
  });
}

/** Wanted releases of the local day, those of earlier hours included. */
export function dueToday(releases: readonly Release[], ctx: RenderContext): readonly Release[] {
  const today = dayOf(ctx.now, ctx.zone);
  return releases.filter((release) => isWanted(release) && dayOf(release.date, ctx.zone) === today);
}

export const releaseItem = {
  id: text(),
  title: text(),
  service: text('The integration'),
  type: releaseCalendar.item.properties.type,
  date: time(),
  hasFile: flag(),
  dateKind: oneOf('cinema', 'digital', 'physical', 'air', 'other', 'unknown'),
  allDay: flag('Its day is known, the hour is not'),
  season: nullable(int()),
  episode: nullable(int()),
  premiere: flag(),
  finale: flag(),
  is4k: nullable(flag()),
};

/** By date, with the label that the caller wants. */
export const releaseRows = (releases: readonly Release[], limit: number, label: (release: Release) => string) =>
  releases
    .toSorted(soonestFirst((release) => release.date))
    .slice(0, limit)
    .map((release) => ({
      id: globalId(release.source, release.id),
      title: release.title,
      service: release.source,
      type: release.type,
      date: release.date,
      hasFile: release.hasFile,
      dateKind: release.dateKind ?? ('unknown' as const),
      allDay: release.allDay ?? false,
      season: release.season ?? null,
      episode: release.episode ?? null,
      premiere: release.premiere ?? false,
      finale: release.finale ?? false,
      is4k: release.is4k ?? null,
      label: label(release),
    }));
