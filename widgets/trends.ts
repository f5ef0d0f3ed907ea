import {
  bytes,
  defineSummary,
  defineWidget,
  listOf,
  opsTrend,
  opsTrendDays,
  type SeriesPoint,
  type Static,
  series,
  Type,
} from '@sidelight/plugin-api';
import { dayName } from './shared/days.js';
import { int, nullable, num, object, text } from './shared/fields.js';

const query = object({
  days: Type.Enum(['1', '7', '30', '90', '365'], {
    default: '7',
    description: 'How many days to look back: 1 by the hour, the others by the day',
  }),
});

type Days = Static<typeof query>['days'];

const SPANS: Readonly<Record<Days, string>> = {
  '1': 'since yesterday',
  '7': 'this week',
  '30': 'in 30 days',
  '90': 'in 90 days',
  '365': 'this year',
};

/** One more than is asked for: the change is told against the last value before. */
const samples = (days: Days) =>
  days === '1'
    ? series(opsTrend, { per: 'hour', by: 'key', sum: 'value', days: 2 })
    : series(opsTrendDays, { per: 'day', by: 'key', sum: 'value', days: Number(days) + 1 });

const DRAWN = ['movies', 'shows', 'episodes', 'users'] as const;

export const widget = defineWidget({
  id: 'trends',
  summary: 'How the numbers of the homepage have changed: values over time, and the change in words',
  query,
  reads: ({ days }: Static<typeof query>) => ({ samples: samples(days) }),
  response: object({
    numbers: int('How many numbers have a history'),
    since: text('The first moment of the points: a day like 2026-11-16, or an hour in UTC; empty if there is none yet'),
    ...{ moviesChange: text(), episodesChange: text(), storageChange: text('"+1.2 TB this week"; empty: unknown') },
    days: listOf({
      at: text('2026-11-23, or the start of an hour in UTC'),
      ...{ movies: nullable(num()), shows: nullable(num()), episodes: nullable(num()), users: nullable(num()) },
    }),
    items: listOf({
      key: text('A key of the homepage'),
      value: num('The latest'),
      change: nullable(num('Compared to the first point; null if it is the only one')),
      changeText: text('"+12 this week"; empty if there is only one point'),
      name: text('The key in words'),
      points: Type.Array(nullable(num()), { description: 'One for each of days; null: unknown then' }),
    }),
  }),
  tile: {
    title: 'Growth',
    group: 'library',
    icon: 'mdi-trending-up',
    stats: [
      { field: 'moviesChange', label: 'Movies', format: 'text' },
      { field: 'episodesChange', label: 'Episodes', format: 'text' },
      { field: 'storageChange', label: 'Storage', format: 'text' },
      { field: 'numbers', label: 'Numbers', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['changeText'] },
    chart: {
      kind: 'lines',
      items: 'days',
      x: 'at',
      series: [
        { field: 'movies', label: 'Movies', format: 'number' },
        { field: 'shows', label: 'Shows', format: 'number' },
        { field: 'episodes', label: 'Episodes', format: 'number' },
      ],
    },
  },
  render: ({ samples }, { limit, query: { days } }) => {
    const moments = [...new Set(samples.map(({ at }) => at))].sort();
    const histories = historiesOf(samples, moments);
    const items = [...histories].map(([key, points]) => rowOf(key, points, days));
    const changeOf = (key: string): string => items.find((item) => item.key === key)?.changeText ?? '';
    return {
      numbers: items.length,
      since: moments[0] ?? '',
      moviesChange: changeOf('movies'),
      episodesChange: changeOf('episodes'),
      storageChange: changeOf('storageBytes'),
      days: moments.map((at, index) => ({
        at,
        ...drawnAt(histories, index),
        label: days === '1' ? at.slice(11, 16) : dayName(at),
      })),
      items: items.slice(0, limit),
    };
  },
});

const changed = (of: string) => text(`"+12 this week", of ${of}; empty: there is nothing before to hold it against`);

/** Beside the numbers of the homepage how they have changed: those that grow, since how many play just now is another each hour. */
export const summary = defineSummary({
  id: 'trends',
  reads: { samples: samples('7') },
  fields: object({
    moviesChange: changed('movies'),
    showsChange: changed('shows'),
    episodesChange: changed('episodes'),
    usersChange: changed('users'),
    storageChange: changed('storageBytes'),
  }),
  render: ({ samples }) => {
    const moments = [...new Set(samples.map(({ at }) => at))].sort();
    const histories = historiesOf(samples, moments);
    const changeOf = (key: string): string => rowOf(key, histories.get(key) ?? [], '7').changeText;
    return {
      moviesChange: changeOf('movies'),
      showsChange: changeOf('shows'),
      episodesChange: changeOf('episodes'),
      usersChange: changeOf('users'),
      storageChange: changeOf('storageBytes'),
    };
  },
});

type Histories = ReadonlyMap<string, readonly (number | null)[]>;

function historiesOf(samples: readonly SeriesPoint[], moments: readonly string[]): Histories {
  const byKey = new Map<string, Map<string, number>>();
  for (const { at, key, sum } of samples) {
    const values = byKey.get(key ?? '') ?? new Map<string, number>();
    byKey.set(key ?? '', values.set(at, sum));
  }
  return new Map([...byKey].map(([key, values]) => [key, moments.map((at) => values.get(at) ?? null)]));
}

function drawnAt(histories: Histories, index: number): Record<(typeof DRAWN)[number], number | null> {
  const at = (key: string): number | null => histories.get(key)?.[index] ?? null;
  return { movies: at('movies'), shows: at('shows'), episodes: at('episodes'), users: at('users') };
}

function rowOf(key: string, points: readonly (number | null)[], days: Days) {
  const known = points.filter((value) => value !== null);
  const value = known.at(-1) ?? 0;
  const change = known.length < 2 ? null : rounded(value - (known[0] ?? 0));
  const changeText = change === null ? '' : `${signed(key, change)} ${SPANS[days]}`;
  const name = key.replace(/(Bytes|Bps)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return {
    ...{ key, value, change, changeText, points: [...points] },
    name: name.charAt(0).toUpperCase() + name.slice(1),
    label: sized(key, value),
  };
}

/** Sums of decimals are not quite what they seem. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function signed(key: string, change: number): string {
  return `${change > 0 ? '+' : change < 0 ? '−' : '±'}${sized(key, Math.abs(change))}`;
}

function sized(key: string, value: number): string {
  if (key.endsWith('Bytes')) return bytes(value);
  return key.endsWith('Bps') ? `${bytes(value)}/s` : new Intl.NumberFormat('en-US').format(value);
}
