import { defineWidget, hours, listOf, mediaPlayback, tally, top } from '@sidelight/plugin-api';
import { int, num, object, text } from './shared/fields.js';
import { counted } from './shared/labels.js';

const week = { since: '7d' } as const;
/** As many as `?limit=` may ask for. */
const limit = 100;

export const widget = defineWidget({
  id: 'statistics',
  summary: 'The titles and people of the week, by plays',
  reads: {
    allTitles: tally(mediaPlayback, { ...week, distinct: 'title' }),
    allPeople: tally(mediaPlayback, { ...week, distinct: 'viewer' }),
    titles: top(mediaPlayback, { ...week, by: 'title', distinct: 'viewer', sum: 'playedSeconds', limit }),
    people: top(mediaPlayback, { ...week, by: 'viewer', sum: 'playedSeconds', limit }),
  },
  response: object({
    titles: int('Different titles played in the last 7 days; a series is one title'),
    users: int('Different people who played something in the last 7 days'),
    topTitle: text(),
    topUser: text(),
    items: listOf({
      title: text(),
      plays: int(),
      viewers: int(),
      hours: num(),
      audience: text('Ready text of viewers'),
      watched: text('Ready text of hours'),
    }),
    people: listOf({ name: text(), plays: int(), hours: num() }),
  }),
  tile: {
    title: 'This week',
    group: 'playback',
    icon: 'mdi-chart-bar',
    stats: [
      { field: 'topTitle', label: 'Top title', format: 'text' },
      { field: 'topUser', label: 'Top viewer', format: 'text' },
      { field: 'titles', label: 'Titles', format: 'number' },
      { field: 'users', label: 'Viewers', format: 'number' },
    ],
    list: { items: 'items', name: 'title', details: ['audience', 'watched'] },
  },
  render: ({ allTitles, allPeople, titles, people }, ctx) => ({
    titles: allTitles.distinct,
    users: allPeople.distinct,
    topTitle: titles[0]?.key ?? '',
    topUser: people[0]?.key ?? '',
    items: titles.slice(0, ctx.limit).map((title) => ({
      title: title.key,
      plays: title.count,
      viewers: title.distinct,
      hours: hours(title.sum),
      audience: counted(title.distinct, 'viewer'),
      watched: `${hours(title.sum)} h`,
      label: counted(title.count, 'play'),
    })),
    people: people.slice(0, ctx.limit).map((person) => ({
      name: person.key,
      plays: person.count,
      hours: hours(person.sum),
      label: counted(person.count, 'play'),
    })),
  }),
});
