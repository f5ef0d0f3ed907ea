import { bytes, defineSummary, defineWidget, listOf } from '@sidelight/plugin-api';
import { int, object, text } from './shared/fields.js';
import { dayLabel } from './shared/labels.js';
import { dueToday, releaseItem, releaseRows, upcoming } from './shared/releases.js';
import { estimateBytes, estimateReads } from './shared/storage.js';

export const widget = defineWidget({
  id: 'calendar',
  summary: 'Releases that are still missing: of today and of the next 30 days',
  reads: estimateReads,
  response: object({
    upcoming: int('From now to 30 days'),
    today: int('Due on the local day, earlier hours included'),
    estimate: text('Ready text of estimateBytes'),
    estimateBytes: int('The space that the upcoming releases will take'),
    items: listOf(releaseItem),
  }),
  tile: {
    title: 'Calendar',
    group: 'calendar',
    icon: 'mdi-calendar-month',
    about: 'calendar',
    stats: [
      { field: 'upcoming', label: 'Upcoming', format: 'number' },
      { field: 'today', label: 'Today', format: 'number' },
      { field: 'estimate', label: 'Estimate', format: 'text' },
    ],
    list: { items: 'items', name: 'title', details: ['type', 'service'] },
  },
  render: ({ calendar, fileKinds, titleKinds }, ctx) => {
    const coming = upcoming(calendar.items, ctx.now);
    const today = dueToday(calendar.items, ctx);
    const estimated = estimateBytes(coming, fileKinds, titleKinds);
    return {
      upcoming: coming.length,
      today: today.length,
      estimate: bytes(estimated),
      estimateBytes: estimated,
      items: releaseRows([...new Set([...today, ...coming])], ctx.limit, (release) => dayLabel(release.date, ctx)),
    };
  },
});

export const summary = defineSummary({
  id: 'calendar',
  reads: { calendar: estimateReads.calendar },
  fields: object({
    calendarUpcoming: int('Missing releases from now to 30 days'),
    calendarToday: int('Missing releases of the local day'),
  }),
  render: ({ calendar }, ctx) => ({
    calendarUpcoming: upcoming(calendar.items, ctx.now).length,
    calendarToday: dueToday(calendar.items, ctx).length,
  }),
});
