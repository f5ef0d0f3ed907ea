import { defineWidget } from '@sidelight/plugin-api';
import { int, object } from './shared/fields.js';
import { playReads } from './shared/plays.js';

export const widget = defineWidget({
  id: 'viewers',
  summary: 'Who watched today, as numbers',
  reads: { today: playReads.today, users: playReads.users },
  response: object({ viewersToday: int(), users: int(), today: int('Plays since local midnight') }),
  tile: {
    title: 'Viewers',
    group: 'playback',
    icon: 'mdi-account-group',
    stats: [
      { field: 'viewersToday', label: 'Viewers today', format: 'number' },
      { field: 'today', label: 'Plays today', format: 'number' },
      { field: 'users', label: 'Users', format: 'number' },
    ],
  },
  render: ({ today, users }) => ({ viewersToday: today.distinct, users: users.count, today: today.count }),
});
