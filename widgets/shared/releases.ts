/** Rows of the release calendar: what comes, when, and whether it is there. Pure. */
import { picture, type RenderContext, releaseCalendar, Type } from '@sidelight/plugin-api';
import { flag, int, nullable, oneOf, text, time, titled, words } from './fields.js';
import { timeOfDay } from './labels.js';
import { byDay, type Plan, type Release } from './plans.js';
import { globalId, posterOf } from './rows.js';

/** What the widgets of the calendar can be asked. */
export const calendarQuery = Type.Object({
  have: Type.Enum(['0', '1'], { default: '0', description: '1: also lists available titles' }),
  specials: Type.Enum(['0', '1'], { default: '1', description: '0: omits specials of series' }),
});

export interface CalendarQuery {
  readonly have?: string;
  readonly specials?: string;
}

export const asked = (releases: readonly Release[], { specials }: CalendarQuery): readonly Release[] =>
  specials === '0' ? releases.filter(({ type, season }) => type !== 'episode' || season !== 0) : releases;

export const releaseItem = {
  id: text(),
  title: text(),
  service: text('The integration; the first if several plan it'),
  type: titled('ReleaseKind', releaseCalendar.item.properties.type),
  date: time(),
  hasFile: flag('All integrations that plan it have it'),
  dateKind: titled('DateKind', oneOf('cinema', 'digital', 'physical', 'air', 'other', 'unknown')),
  allDay: flag('Only its day is known'),
  day: text('The local day: "2026-11-22"'),
  time: text('"20:30" local time; empty if only the day is known'),
  season: nullable(int()),
  episode: nullable(int()),
  premiere: flag(),
  finale: flag(),
  is4k: nullable(flag('also null if both versions are planned')),
  services: words(),
  plannedBy: text('Formatted services'),
  poster: picture(),
  note: text('"season premiere", "finale", "digital", "on disc", otherwise the type'),
};

/** By day, with the label that the caller wants. */
export const releaseRows = (plans: readonly Plan[], ctx: RenderContext, label: (plan: Plan) => string) =>
  byDay(plans)
    .slice(0, ctx.limit)
    .map((plan) => ({ ...facts(plan, ctx.zone), label: label(plan) }));

const facts = (plan: Plan, zone: string) => ({
  id: globalId(plan.release.source, plan.release.id),
  title: plan.release.title,
  service: plan.release.source,
  type: plan.release.type,
  date: plan.release.date,
  hasFile: plan.hasFile,
  dateKind: plan.release.dateKind ?? ('unknown' as const),
  allDay: plan.release.allDay ?? false,
  day: plan.day,
  time: hourOf(plan.release, zone),
  season: plan.release.season ?? null,
  episode: plan.release.episode ?? null,
  premiere: plan.release.premiere ?? false,
  finale: plan.release.finale ?? false,
  is4k: plan.services.length > 1 ? null : (plan.release.is4k ?? null),
  services: [...plan.services],
  plannedBy: plan.services.join(', '),
  poster: posterOf(plan.release),
  note: noteOf(plan.release),
});

/** Only episodes are released at an hour; everything else on a day. */
export const hourOf = ({ type, date, allDay }: Release, zone: string): string =>
  type === 'episode' && allDay !== true ? timeOfDay(date, zone) : '';

/** That a film is in cinemas its label says. */
const KINDS: Readonly<Record<string, string>> = { digital: 'digital', physical: 'on disc' };

function noteOf({ type, dateKind, season, premiere, finale }: Release): string {
  if (finale === true) return 'finale';
  if (premiere === true) return season === 1 ? 'series premiere' : 'season premiere';
  if (type === 'episode' && season === 0) return 'special';
  return KINDS[dateKind ?? ''] ?? type;
}

/** The parts of a label that there are: "Tue 20:30, there". */
export const saying = (when: string, { isDue, hasFile }: Plan): string =>
  [when, isDue ? '' : 'in cinemas', hasFile ? 'there' : ''].filter(Boolean).join(', ');
