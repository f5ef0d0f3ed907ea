/** The release calendar as people mean it: one work once a day, whichever managers plan it. Pure. */
import { dayOf, isSameWork, type RenderContext, type releaseCalendar } from '@sidelight/plugin-api';
import { type RowOf, soonestFirst } from './rows.js';

export type Release = RowOf<typeof releaseCalendar>;

/** One work on one local day. */
export interface Plan {
  /** Speaks for all of them: one that is still missing, if there is any. */
  readonly release: Release;
  /** The local day: "2026-11-22". */
  readonly day: string;
  /** The managers that plan it. */
  readonly services: readonly string[];
  /** Every manager that plans it has it. */
  readonly hasFile: boolean;
  /** Nobody looks for a film because it is shown in cinemas. */
  readonly isDue: boolean;
  /** The largest copy of those that are missing: undefined while no manager can tell. */
  readonly sizeBytes: number | undefined;
}

type Days = Pick<RenderContext, 'now' | 'zone'>;

/** Of what is monitored. The managers' own order is kept where dates are the same. */
export function plansOf(releases: readonly Release[], { zone }: Days): readonly Plan[] {
  const days = new Map<string, Release[][]>();
  for (const release of releases) {
    if (!release.monitored) continue;
    const day = dayIn(release, zone);
    const slot = `${day} ${release.type} ${release.season} ${release.episode}`;
    const groups = days.get(slot);
    const group = groups?.find((others) => others.every((other) => isSameRelease(other, release)));
    if (group !== undefined) group.push(release);
    else if (groups === undefined) days.set(slot, [[release]]);
    else groups.push([release]);
  }
  return [...days.values()].flat().map((group) => planOf(group, zone));
}

/** A day that is known without an hour is that day in every zone. */
const dayIn = ({ date, day, allDay }: Release, zone: string): string =>
  allDay === true && day !== undefined ? day : dayOf(date, zone);

/** What one manager lists twice is two things. Music and books have no public ids: there the name decides. */
function isSameRelease(a: Release, b: Release): boolean {
  if (a.source === b.source) return false;
  return isSameWork(a, b) || (!isIdentified(a) && !isIdentified(b) && nameOf(a) === nameOf(b));
}

const isIdentified = ({ tmdb, tvdb, imdb }: Release): boolean => Boolean(tmdb || tvdb || imdb);
const nameOf = ({ title }: Release): string => title.trim().toLowerCase();

function planOf(group: readonly Release[], zone: string): Plan {
  const due = group.filter(({ dateKind }) => dateKind !== 'cinema');
  const counted = due.length > 0 ? due : group;
  const missing = counted.filter(({ hasFile }) => !hasFile);
  const release = (missing[0] ?? counted[0] ?? group[0]) as Release;
  const sizes = missing.flatMap(({ sizeBytes }) => sizeBytes ?? []);
  return {
    release,
    day: dayIn(release, zone),
    services: [...new Set(group.map(({ source }) => source))],
    hasFile: missing.length === 0,
    isDue: due.length > 0,
    sizeBytes: sizes.length > 0 ? Math.max(...sizes) : undefined,
  };
}

/** From now on, as far as the managers look ahead. */
export function coming(plans: readonly Plan[], { now, zone }: Days): readonly Plan[] {
  const today = dayOf(now, zone);
  return plans.filter(({ release, day }) =>
    release.allDay === true ? day > today : Date.parse(release.date) >= now.getTime(),
  );
}

/** Of the local day, earlier hours included. */
export function ofToday(plans: readonly Plan[], { now, zone }: Days): readonly Plan[] {
  const today = dayOf(now, zone);
  return plans.filter(({ day }) => day === today);
}

export const isMissing = ({ isDue, hasFile }: Plan): boolean => isDue && !hasFile;

/** Due from now on, and still missing. */
export const upcoming = (releases: readonly Release[], ctx: Days): readonly Plan[] =>
  coming(plansOf(releases, ctx), ctx).filter(isMissing);

export const byDay = (plans: readonly Plan[]): readonly Plan[] =>
  plans.toSorted(soonestFirst(({ day, release }) => `${day} ${release.allDay === true ? '' : release.date}`));
