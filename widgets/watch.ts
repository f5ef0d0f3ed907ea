import { defineWidget, hours, mediaPlayback, tally } from '@sidelight/plugin-api';
import { int, num, object } from './shared/fields.js';

export const widget = defineWidget({
  id: 'watch',
  summary: 'How long was watched, without pauses',
  reads: {
    today: tally(mediaPlayback, { since: 'midnight', sum: 'playedSeconds' }),
    week: tally(mediaPlayback, { since: '7d', sum: 'playedSeconds' }),
    all: tally(mediaPlayback, { sum: 'playedSeconds' }),
  },
  response: object({
    hoursToday: num('Hours with one decimal'),
    hoursWeek: num(),
    hoursAll: num(),
    secondsToday: int(),
    secondsWeek: int(),
    secondsAll: int(),
  }),
  tile: {
    title: 'Watch time',
    group: 'playback',
    icon: 'mdi-clock-outline',
    stats: [
      { field: 'hoursToday', label: 'Hours today', format: 'number' },
      { field: 'hoursWeek', label: 'Hours this week', format: 'number' },
      { field: 'hoursAll', label: 'Hours in all', format: 'number' },
    ],
  },
  render: ({ today, week, all }) => ({
    hoursToday: hours(today.sum),
    hoursWeek: hours(week.sum),
    hoursAll: hours(all.sum),
    secondsToday: today.sum,
    secondsWeek: week.sum,
    secondsAll: all.sum,
  }),
});
