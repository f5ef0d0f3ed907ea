import { cached, defineWidget, listOf, releaseCalendar } from '@sidelight/plugin-api';
import { int, object } from './shared/fields.js';
import { isMissing, ofToday, plansOf } from './shared/plans.js';
import { asked, calendarQuery, hourOf, releaseItem, releaseRows, saying } from './shared/releases.js';

export const widget = defineWidget({
  id: 'today',
  summary: 'Missing releases that are due today',
  query: calendarQuery,
  reads: { calendar: cached(releaseCalendar) },
  response: object({
    today: int('Due and missing; each title once'),
    missing: int('As `today`, beside `have`'),
    have: int('Due and already available'),
    items: listOf(releaseItem),
  }),
  tile: {
    title: 'Due today',
    group: 'calendar',
    icon: 'mdi-calendar-today',
    within: 'calendar',
    stats: [
      { field: 'today', label: 'Today', format: 'number' },
      { field: 'have', label: 'Available', format: 'number' },
    ],
    list: { items: 'items', name: 'title', details: ['note', 'plannedBy'] },
  },
  render: ({ calendar }, ctx) => {
    const due = ofToday(plansOf(asked(calendar.items, ctx.query), ctx), ctx).filter(({ isDue }) => isDue);
    const missing = due.filter(isMissing);
    return {
      today: missing.length,
      missing: missing.length,
      have: due.length - missing.length,
      items: releaseRows(ctx.query.have === '1' ? due : missing, ctx, (plan) =>
        saying(hourOf(plan.release, ctx.zone) || 'today', plan),
      ),
    };
  },
});
