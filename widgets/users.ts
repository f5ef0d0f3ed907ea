import { ago, cached, defineWidget, listOf, mediaUsers, newestFirst, tally } from '@sidelight/plugin-api';
import { flag, int, nullable, object, text, time } from './shared/fields.js';
import { globalId } from './shared/rows.js';

export const widget = defineWidget({
  id: 'users',
  summary: 'The media servers’ users, the last active first',
  reads: {
    all: cached(mediaUsers),
    activeToday: tally(mediaUsers, { since: 'midnight' }),
  },
  response: object({
    users: int(),
    admins: int(),
    activeToday: int('Users with activity since local midnight'),
    items: listOf({
      id: text(),
      name: text(),
      admin: flag(),
      lastAt: nullable(time()),
      disabled: flag('May not sign in'),
      lastTitle: text('What they played last'),
    }),
  }),
  tile: {
    title: 'Users',
    group: 'playback',
    icon: 'mdi-account-multiple',
    for: 'admin',
    stats: [
      { field: 'users', label: 'Users', format: 'number' },
      { field: 'admins', label: 'Admins', format: 'number' },
      { field: 'activeToday', label: 'Active today', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['lastTitle'], at: 'lastAt' },
  },
  render: ({ all, activeToday }, { now, limit }) => ({
    users: all.items.length,
    admins: all.items.filter((user) => user.admin).length,
    activeToday: activeToday.count,
    items: all.items
      .toSorted(newestFirst((user) => user.lastAt))
      .slice(0, limit)
      .map((user) => ({
        id: globalId(user.source, user.id),
        name: user.name,
        admin: user.admin,
        lastAt: user.lastAt ?? null,
        disabled: user.disabled ?? false,
        lastTitle: user.lastTitle ?? '',
        label: ago(user.lastAt, now),
      })),
  }),
});
