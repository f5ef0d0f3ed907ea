import { type AnswersOf, defineSummary, defineWidget, type People } from '@sidelight/plugin-api';
import { int, object } from './shared/fields.js';
import { personsOf, playReads, usersIn, watchedToday } from './shared/plays.js';

const TODAY = 'Plays that were playing since local midnight';
const DAY = 'Plays that were playing in the last 24 hours';
const USERS = 'Users who may sign in';

export const widget = defineWidget({
  id: 'sessions',
  summary: 'Recent plays',
  reads: playReads,
  response: object({
    recent: int('Plays that began in the last 15 minutes'),
    today: int(TODAY),
    last24h: int(DAY),
    viewersToday: int(),
    users: int(USERS),
  }),
  tile: {
    title: 'Plays',
    group: 'playback',
    icon: 'mdi-play-circle',
    within: 'activity',
    stats: [
      { field: 'recent', label: 'Recent', format: 'number' },
      { field: 'today', label: 'Today', format: 'number' },
      { field: 'last24h', label: '24 h', format: 'number' },
      { field: 'viewersToday', label: 'Viewers', format: 'number' },
    ],
  },
  render: (answers, { people }) => ({
    recent: answers.recent.count,
    today: answers.today.distinct,
    last24h: answers.day.distinct,
    viewersToday: viewersOf(answers, people),
    users: usersIn(answers.users.items, people),
  }),
});

export const summary = defineSummary({
  id: 'sessions',
  reads: playReads,
  fields: object({
    sessionsRecent: int('Plays that began in the last 15 minutes'),
    sessionsToday: int(TODAY),
    sessionsDay: int(DAY),
    viewersToday: int(),
    users: int(USERS),
  }),
  render: (answers, { people }) => ({
    sessionsRecent: answers.recent.count,
    sessionsToday: answers.today.distinct,
    sessionsDay: answers.day.distinct,
    viewersToday: viewersOf(answers, people),
    users: usersIn(answers.users.items, people),
  }),
});

const viewersOf = ({ watched }: Pick<AnswersOf<typeof playReads>, 'watched'>, people: People): number =>
  personsOf(watchedToday(watched, people)).length;
