import { defineWidget, hours, listOf, optional } from '@sidelight/plugin-api';
import { flag, int, num, object, text } from './shared/fields.js';
import { counted } from './shared/labels.js';
import { accountsOf, lastTitles, latestPlays, personsOf, playReads, usersIn, watchedToday } from './shared/plays.js';

const { watched, today, users } = playReads;

export const widget = defineWidget({
  id: 'viewers',
  summary: 'Who watched today',
  reads: { watched, today, users, plays: optional(latestPlays) },
  response: object({
    viewersToday: int(),
    users: int('Users who may sign in'),
    today: int('Plays that were playing since local midnight'),
    items: listOf({
      id: text(),
      name: text(),
      plays: int('Today, like hours'),
      hours: num(),
      lastTitle: text(),
      disabled: flag('May no longer sign in'),
    }),
  }),
  tile: {
    title: 'Viewers',
    group: 'playback',
    icon: 'mdi-account-group',
    stats: [
      { field: 'viewersToday', label: 'Viewers today', format: 'number' },
      { field: 'today', label: 'Plays today', format: 'number' },
      { field: 'users', label: 'Users', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['lastTitle'] },
  },
  render: ({ watched, today, users, plays }, { limit, people }) => {
    const persons = personsOf(watchedToday(watched, people));
    const last = lastTitles(plays.items, people);
    const disabled = new Set(accountsOf(users.items, people).flatMap((one) => (one.disabled ? [one.id] : [])));
    return {
      viewersToday: persons.length,
      users: usersIn(users.items, people),
      today: today.distinct,
      items: persons.slice(0, limit).map(({ id, name, plays, seconds }) => ({
        id,
        name,
        plays,
        hours: hours(seconds),
        lastTitle: last.get(id) ?? '',
        disabled: disabled.has(id),
        label: `${hours(seconds)} h, ${counted(plays, 'play')}`,
      })),
    };
  },
});
