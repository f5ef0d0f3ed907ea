import {
  cached,
  defineWidget,
  hours,
  listOf,
  mediaLibraries,
  mediaPlaytime,
  optional,
  type Static,
  Type,
  tally,
} from '@sidelight/plugin-api';
import { int, num, object, text } from './shared/fields.js';
import { counted } from './shared/labels.js';
import { days, peakOf, playedBy, playedIn, playsOf, streamsIn } from './shared/plays.js';
import { sumOf } from './shared/rows.js';
import { SHARE_FIELDS, sharesOf } from './shared/shares.js';

const query = object({
  days: days(),
  by: Type.Enum(['kind', 'method', 'client', 'library', 'user'], {
    default: 'kind',
    description: 'How the items split the time',
  }),
});

export const widget = defineWidget({
  id: 'watch',
  summary: 'Watch time, without pauses',
  query,
  reads: ({ days, by }: Static<typeof query>) => ({
    today: tally(mediaPlaytime, { since: 'midnight', sum: 'seconds' }),
    week: tally(mediaPlaytime, { since: '7d', sum: 'seconds' }),
    all: tally(mediaPlaytime, { sum: 'seconds' }),
    ...playedIn(days),
    ...playedBy(days, SHARE_FIELDS[by]),
    streams: optional(streamsIn(days)),
    libraries: optional(cached(mediaLibraries)),
  }),
  response: object({
    hoursToday: num('Hours with one decimal'),
    hoursWeek: num(),
    hoursAll: num(),
    secondsToday: int(),
    secondsWeek: int(),
    secondsAll: int(),
    hours: num('In the requested days, like the next three'),
    seconds: int(),
    plays: int('Those that were playing then'),
    peakStreams: int('Most simultaneous streams on one server'),
    items: listOf({
      id: text('Empty: unknown for these plays'),
      name: text(),
      plays: int(),
      hours: num(),
      seconds: int(),
      watched: text('Formatted hours'),
    }),
  }),
  tile: {
    title: 'Watch time',
    group: 'playback',
    icon: 'mdi-clock-outline',
    stats: [
      { field: 'hoursToday', label: 'Hours today', format: 'number' },
      { field: 'hoursWeek', label: 'Hours this week', format: 'number' },
      { field: 'hoursAll', label: 'Total hours', format: 'number' },
      { field: 'peakStreams', label: 'Streams at once', format: 'number', about: 'streams' },
    ],
    list: { items: 'items', name: 'name', details: ['watched'] },
  },
  render: ({ today, week, all, total, totalBegun, streams, libraries, ...answers }, ctx) => {
    const { days, by } = ctx.query;
    const plays = playsOf(totalBegun, days);
    const told = sharesOf(answers, by, { days, people: ctx.people, libraries: libraries.items });
    const untold = total.sum - sumOf(told, ({ seconds }) => seconds);
    const rest = Math.max(0, plays - sumOf(told, (share) => share.plays));
    const items = untold > 0 ? [...told, { id: '', name: 'Unknown', plays: rest, seconds: untold }] : told;
    return {
      hoursToday: hours(today.sum),
      hoursWeek: hours(week.sum),
      hoursAll: hours(all.sum),
      secondsToday: today.sum,
      secondsWeek: week.sum,
      secondsAll: all.sum,
      hours: hours(total.sum),
      seconds: total.sum,
      plays,
      peakStreams: peakOf(streams),
      items: items
        .toSorted((a, b) => b.seconds - a.seconds)
        .slice(0, ctx.limit)
        .map(({ id, name, plays, seconds }) => ({
          id,
          name,
          plays,
          hours: hours(seconds),
          seconds,
          watched: `${hours(seconds)} h`,
          label: counted(plays, 'play'),
        })),
    };
  },
});
