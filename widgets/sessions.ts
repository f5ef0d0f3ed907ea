import { defineSummary, defineWidget } from '@sidelight/plugin-api';
import { int, object } from './shared/fields.js';
import { playReads } from './shared/plays.js';

export const widget = defineWidget({
  id: 'sessions',
  summary: 'How much was played lately',
  reads: playReads,
  response: object({
    recent: int('Plays that began in the last 15 minutes'),
    today: int('Plays since local midnight'),
    last24h: int('Plays in the last 24 hours'),
    viewersToday: int(),
    users: int(),
  }),
  tile: {
    title: 'Plays',
    group: 'playback',
    icon: 'mdi-play-circle',
    stats: [
      { field: 'recent', label: 'Recent', format: 'number' },
      { field: 'today', label: 'Today', format: 'number' },
      { field: 'last24h', label: '24 h', format: 'number' },
      { field: 'viewersToday', label: 'Viewers', format: 'number' },
    ],
  },
  render: ({ recent, today, day, users }) => ({
    recent: recent.count,
    today: today.count,
    last24h: day.count,
    viewersToday: today.distinct,
    users: users.count,
  }),
});

export const summary = defineSummary({
  id: 'sessions',
  reads: playReads,
  fields: object({
    sessionsRecent: int('Plays that began in the last 15 minutes'),
    sessionsToday: int('Plays since local midnight'),
    sessionsDay: int('Plays in the last 24 hours'),
    viewersToday: int(),
    users: int(),
  }),
  render: ({ recent, today, day, users }) => ({
    sessionsRecent: recent.count,
    sessionsToday: today.count,
    sessionsDay: day.count,
    viewersToday: today.distinct,
    users: users.count,
  }),
});
