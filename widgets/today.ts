import { cached, defineWidget, listOf, releaseCalendar } from '@sidelight/plugin-api';
import { int, object } from './shared/fields.js';
import { timeOfDay } from './shared/labels.js';
import { dueToday, releaseItem, releaseRows } from './shared/releases.js';

export const widget = defineWidget({
  id: 'today',
  summary: 'Missing releases that are due today',
  reads: { calendar: cached(releaseCalendar) },
  response: object({ today: int(), items: listOf(releaseItem) }),
  tile: {
    title: 'Due today',
    group: 'calendar',
    icon: 'mdi-calendar-today',
    stats: [{ field: 'today', label: 'Today', format: 'number' }],
    list: { items: 'items', name: 'title', details: ['type', 'service'] },
  },
  render: ({ calendar }, ctx) => {
    const today = dueToday(calendar.items, ctx);
    return {
      today: today.length,
      // Only episodes are released at an hour; everything else on a day.
      items: releaseRows(today, ctx.limit, (release) =>
        release.type === 'episode' && release.allDay !== true ? timeOfDay(release.date, ctx.zone) : 'today',
      ),
    };
  },
});
