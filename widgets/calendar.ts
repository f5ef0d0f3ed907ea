import { bytes, defineSummary, defineWidget, listOf } from '@sidelight/plugin-api';
import { int, object, text } from './shared/fields.js';
import { dayLabel } from './shared/labels.js';
import { coming, isMissing, ofToday, plansOf, type Release } from './shared/plans.js';
import { asked, calendarQuery, hourOf, releaseItem, releaseRows, saying } from './shared/releases.js';
import { estimateBytes, estimateReads, estimateText } from './shared/storage.js';

type Context = Parameters<typeof coming>[1];

/** Each work once a day: those of today, and those to come. */
function planned(releases: readonly Release[], ctx: Context) {
  const plans = plansOf(releases, ctx);
  return { today: ofToday(plans, ctx), ahead: coming(plans, ctx) };
}

export const widget = defineWidget({
  id: 'calendar',
  summary: 'Missing releases of today and as far as the release managers look ahead',
  query: calendarQuery,
  reads: estimateReads,
  response: object({
    upcoming: int('Missing and due from now to as far as the managers look ahead; each title once a day'),
    today: int('Missing and due today (local time), including earlier hours'),
    missing: int('Today and later: due and missing'),
    have: int('Today and later: already available'),
    estimate: text('Formatted estimateBytes'),
    estimateText: text('Formatted for dashboards'),
    estimateBytes: int('The space that upcoming releases will take; films in cinemas count as none'),
    items: listOf(releaseItem),
  }),
  tile: {
    title: 'Calendar',
    group: 'calendar',
    icon: 'mdi-calendar-month',
    starter: true,
    about: 'calendar',
    stats: [
      { field: 'upcoming', label: 'Upcoming', format: 'number' },
      { field: 'today', label: 'Today', format: 'number' },
      { field: 'estimate', label: 'Estimate', format: 'text' },
      { field: 'have', label: 'Available', format: 'number' },
    ],
    list: { items: 'items', name: 'title', details: ['note', 'plannedBy'], image: 'poster' },
  },
  agenda: ({ items }) =>
    items.map(({ id, title, type, date, day, time: hour, note, plannedBy, hasFile }) => ({
      id,
      title,
      kind: type,
      day,
      ...(hour === '' ? {} : { at: date }),
      text: [note, plannedBy, hasFile ? 'there already' : ''].filter((part) => part !== '').join(', '),
    })),
  render: ({ calendar, fileKinds, titleKinds }, ctx) => {
    const { today, ahead } = planned(asked(calendar.items, ctx.query), ctx);
    const upcoming = ahead.filter(isMissing);
    const estimated = estimateBytes(upcoming, fileKinds, titleKinds);
    const all = [...new Set([...today, ...ahead])];
    return {
      upcoming: upcoming.length,
      today: today.filter(isMissing).length,
      missing: all.filter(isMissing).length,
      have: all.filter(({ hasFile }) => hasFile).length,
      estimate: bytes(estimated),
      estimateText: estimateText(estimated, upcoming, calendar),
      estimateBytes: estimated,
      items: releaseRows(
        all.filter(({ hasFile }) => !hasFile || ctx.query.have === '1'),
        ctx,
        (plan) => saying([dayLabel(plan.day, ctx), hourOf(plan.release, ctx.zone)].filter(Boolean).join(' '), plan),
      ),
    };
  },
});

export const summary = defineSummary({
  id: 'calendar',
  reads: { calendar: estimateReads.calendar },
  fields: object({
    calendarUpcoming: int('Missing releases from now to as far as the release managers look ahead'),
    calendarToday: int('Missing releases of today'),
  }),
  render: ({ calendar }, ctx) => {
    const { today, ahead } = planned(calendar.items, ctx);
    return { calendarUpcoming: ahead.filter(isMissing).length, calendarToday: today.filter(isMissing).length };
  },
});
