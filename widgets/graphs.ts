import {
  cached,
  dayOf,
  defineWidget,
  hours,
  listOf,
  mediaLibraries,
  mediaPlaytime,
  optional,
  type SeriesPoint,
  type Static,
  series,
  Type,
  tally,
} from '@sidelight/plugin-api';
import { dayName, lastDays } from './shared/days.js';
import { int, num, object, text } from './shared/fields.js';
import { counted } from './shared/labels.js';
import type { Days } from './shared/plays.js';
import { sumOf } from './shared/rows.js';
import { inAll, KIND_NAMES, personShares, type Share, sharesOf } from './shared/shares.js';

const query = object({
  days: Type.Enum(['7', '30', '90', '365'], {
    default: '30',
    description: 'How many days to look back, including today',
  }),
});

const KINDS = ['movie', 'episode', 'music', 'live', 'other'] as const;
const METHODS = ['direct', 'remux', 'transcode', 'unknown'] as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const byDay = (days: Days, by: 'kind' | 'method') =>
  series(mediaPlaytime, { per: 'day', by, sum: 'seconds', distinct: 'playId', days: Number(days) });

const inMonths = (days: Days, by: 'libraryId' | 'accountId' | 'client') =>
  series(mediaPlaytime, { per: 'month', by, sum: 'seconds', distinct: 'playId', days: Number(days) });

const share = () =>
  listOf({
    id: text('Empty: unknown for these plays'),
    name: text(),
    plays: int(),
    hours: num(),
    watched: text('Formatted hours'),
  });

export const widget = defineWidget({
  id: 'graphs',
  summary: 'Plays and watch time of the last days: by day, weekday, hour, viewer, title and method',
  query,
  reads: ({ days }: Static<typeof query>) => ({
    kinds: byDay(days, 'kind'),
    methods: byDay(days, 'method'),
    clock: series(mediaPlaytime, { per: 'hourOfDay', sum: 'seconds', days: Number(days) }),
    libraries: inMonths(days, 'libraryId'),
    users: inMonths(days, 'accountId'),
    clients: inMonths(days, 'client'),
    ever: tally(mediaPlaytime, { sum: 'seconds' }),
    libraryNames: optional(cached(mediaLibraries)),
  }),
  response: object({
    plays: int('A play counts for each day in which it was playing, also in the lists'),
    hours: num('Hours watched, with one decimal, also in the lists'),
    perDay: num('Average hours per day, over those in `days`'),
    busiestDay: text('The day with the most hours, in words; empty: none'),
    days: listOf({
      day: text('2026-11-23, in the time zone. Starts with the oldest play on record if that is later'),
      plays: int('The next five split them by kind'),
      ...{ movie: int(), episode: int(), music: int(), live: int(), other: int() },
      hours: num('The next five split them by kind'),
      ...{ movieHours: num(), episodeHours: num(), musicHours: num(), liveHours: num(), otherHours: num() },
    }),
    methods: listOf({
      day: text('2026-11-23, of the time zone'),
      ...{ direct: int(), remux: int(), transcode: int(), unknown: int() },
    }),
    weekdays: listOf({ weekday: Type.Enum([...WEEKDAYS]), plays: int(), hours: num() }),
    clock: listOf({ hour: text('09:00, of the time zone'), hours: num() }),
    libraries: share(),
    users: share(),
    clients: share(),
  }),
  tile: {
    title: 'Plays over time',
    group: 'playback',
    icon: 'mdi-chart-bar-stacked',
    stats: [
      { field: 'plays', label: 'Plays', format: 'number' },
      { field: 'hours', label: 'Hours', format: 'number' },
      { field: 'perDay', label: 'Hours per day', format: 'number' },
      { field: 'busiestDay', label: 'Busiest day', format: 'text' },
    ],
    list: { items: 'users', name: 'name', details: ['watched'] },
    chart: {
      kind: 'bars',
      items: 'days',
      x: 'day',
      series: KINDS.map((field) => ({ field, label: KIND_NAMES[field] ?? field, format: 'number' as const })),
    },
  },
  render: ({ kinds, methods, clock, libraries, users, clients, libraryNames, ever }, ctx) => {
    const { query, limit, people, now, zone } = ctx;
    // Where nothing was ever played there is nothing to draw.
    const isEmpty = kinds.length === 0 && clock.length === 0;
    // What was before the first play on record nobody knows: that is not nothing.
    const isAll = sumOf(clock, watched) >= ever.sum;
    const first = isAll ? kinds.reduce((least, { at }) => (at < least ? at : least), dayOf(now, zone)) : '';
    const names = isEmpty ? [] : lastDays(now, zone, Number(query.days)).filter((day) => day >= first);
    const around = { days: query.days, people, libraries: libraryNames.items };
    const shares = (points: typeof libraries, by: 'library' | 'client') => {
      const groups = inAll(points);
      return shareRows(sharesOf({ seconds: groups, begun: groups }, by, around), limit);
    };
    const days = names.map((day) => dayRow(day, kinds));
    const seconds = sumOf(kinds, ({ sum }) => sum);
    const busiest = days.reduce<(typeof days)[number] | null>(
      (most, day) => (day.hours > (most?.hours ?? 0) ? day : most),
      null,
    );
    return {
      plays: sumOf(kinds, ({ distinct }) => distinct),
      hours: hours(seconds),
      perDay: hours(seconds / Math.max(1, names.length)),
      busiestDay: busiest?.label ?? '',
      days,
      methods: names.map((day) => ({ day, ...countsOf(methods, day, METHODS, plays), label: dayName(day) })),
      weekdays: (isEmpty ? [] : WEEKDAYS).map((weekday, index) => {
        const points = kinds.filter(({ at }) => weekdayOf(at) === index);
        const hoursThen = hours(sumOf(points, ({ sum }) => sum));
        return { weekday, plays: sumOf(points, plays), hours: hoursThen, label: `${hoursThen} h` };
      }),
      clock: Array.from({ length: isEmpty ? 0 : 24 }, (_, hour) => {
        const seconds = sumOf(
          clock.filter(({ at }) => Number(at) === hour),
          ({ sum }) => sum,
        );
        return { hour: `${String(hour).padStart(2, '0')}:00`, hours: hours(seconds), label: `${hours(seconds)} h` };
      }),
      libraries: shares(libraries, 'library'),
      users: shareRows(personShares(inAll(users), people), limit),
      clients: shares(clients, 'client'),
    };
  },
});

const plays = ({ distinct }: SeriesPoint): number => distinct;
const watched = ({ sum }: SeriesPoint): number => sum;

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

function countsOf<K extends string>(
  points: readonly SeriesPoint[],
  day: string,
  keys: readonly K[],
  amountOf: (point: SeriesPoint) => number,
): Record<K, number> {
  const then = points.filter(({ at }) => at === day);
  const values = keys.map((key) => [
    key,
    sumOf(
      then.filter((point) => point.key === key),
      amountOf,
    ),
  ]);
  // Each of the keys has a value.
  return Object.fromEntries(values) as Record<K, number>;
}

function dayRow(day: string, kinds: readonly SeriesPoint[]) {
  const seconds = countsOf(kinds, day, KINDS, watched);
  const played = countsOf(kinds, day, KINDS, plays);
  return {
    day,
    plays: sumOf(Object.values(played), (count) => count),
    ...played,
    hours: hours(sumOf(Object.values(seconds), (count) => count)),
    movieHours: hours(seconds.movie),
    episodeHours: hours(seconds.episode),
    musicHours: hours(seconds.music),
    liveHours: hours(seconds.live),
    otherHours: hours(seconds.other),
    label: dayName(day),
  };
}

const shareRows = (shares: readonly Share[], limit: number) =>
  shares
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, limit)
    .map(({ id, name, plays, seconds }) => ({
      ...{ id, name, plays, hours: hours(seconds), watched: `${hours(seconds)} h` },
      label: counted(plays, 'play'),
    }));
