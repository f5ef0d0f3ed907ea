import { defineWidget, hours, listOf, optional, type Static, Type } from '@sidelight/plugin-api';
import { int, num, object, text } from './shared/fields.js';
import { counted } from './shared/labels.js';
import { days, peakOf, playedBy, streamsIn, type Watched, watchedOf } from './shared/plays.js';
import { sumOf } from './shared/rows.js';

const query = object({
  days: days(),
  kind: Type.Enum(['all', 'movie', 'series', 'music', 'live', 'other'], {
    default: 'all',
    description: 'Only titles of this kind',
  }),
});

/** By what they have in common, those with the most plays first. */
function ranked(
  watched: readonly Watched[],
  keyOf: (one: Watched) => string | undefined,
  nameOf: (one: Watched) => string,
) {
  const groups = new Map<string, Watched[]>();
  for (const one of watched) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups]
    .map(([key, parts]) => ({
      key,
      // A title that was spelled differently, or a name that nobody has any more: the one with the most plays.
      name: nameOf(parts.reduce((most, part) => (part.plays > most.plays ? part : most))),
      parts,
      plays: sumOf(parts, ({ plays }) => plays),
      seconds: sumOf(parts, ({ seconds }) => seconds),
    }))
    .sort((a, b) => b.plays - a.plays || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

const viewersOf = (parts: readonly Watched[]): number =>
  new Set(parts.flatMap(({ person }) => (person === null ? [] : [person.id]))).size;

export const widget = defineWidget({
  id: 'statistics',
  summary: 'Top titles and people of the week, or of the requested days, by plays',
  query,
  reads: ({ days }: Static<typeof query>) => ({
    ...playedBy(days, 'subjectId'),
    streams: optional(streamsIn(days)),
  }),
  response: object({
    titles: int('Number of different titles played; a series is one title'),
    users: int('Number of different people who played something'),
    topTitle: text(),
    topUser: text(),
    topMovie: text(),
    topSeries: text(),
    plays: int(),
    hours: num(),
    peakStreams: int('Most simultaneous streams on one server, of any kind'),
    items: listOf({
      title: text(),
      kind: text('movie, series, music, live or other'),
      plays: int(),
      viewers: int(),
      hours: num(),
      audience: text('Formatted viewers'),
      watched: text('Formatted hours'),
    }),
    people: listOf({ id: text(), name: text(), plays: int(), hours: num() }),
  }),
  tile: {
    title: 'This week',
    group: 'playback',
    icon: 'mdi-chart-bar',
    stats: [
      { field: 'topMovie', label: 'Top film', format: 'text' },
      { field: 'topSeries', label: 'Top series', format: 'text' },
      { field: 'topUser', label: 'Top viewer', format: 'text' },
      { field: 'plays', label: 'Plays', format: 'number' },
      { field: 'users', label: 'Viewers', format: 'number' },
      { field: 'peakStreams', label: 'Streams at once', format: 'number', about: 'streams' },
    ],
    list: { items: 'items', name: 'title', details: ['audience', 'watched'] },
  },
  render: ({ streams, ...played }, { query: { days, kind }, limit, people }) => {
    const all = watchedOf(played, days, people);
    const watched = all.filter((one) => kind === 'all' || one.kind === kind);
    const titles = ranked(
      watched,
      ({ work }) => work,
      ({ title }) => title,
    );
    const viewers = ranked(
      watched,
      ({ person }) => person?.id,
      ({ person }) => person?.name ?? '',
    );
    const topOf = (wanted: string): string => titles.find(({ key }) => key.startsWith(`${wanted}:`))?.name ?? '';
    return {
      titles: titles.length,
      users: viewers.length,
      topTitle: titles[0]?.name ?? '',
      topUser: viewers[0]?.name ?? '',
      topMovie: topOf('movie'),
      topSeries: topOf('series'),
      plays: sumOf(titles, ({ plays }) => plays),
      hours: hours(sumOf(titles, ({ seconds }) => seconds)),
      peakStreams: peakOf(streams),
      items: titles.slice(0, limit).map(({ name, parts, plays, seconds }) => {
        const count = viewersOf(parts);
        return {
          title: name,
          kind: parts[0]?.kind ?? 'other',
          plays,
          viewers: count,
          hours: hours(seconds),
          audience: counted(count, 'viewer'),
          watched: `${hours(seconds)} h`,
          label: counted(plays, 'play'),
        };
      }),
      people: viewers.slice(0, limit).map(({ key, name, plays, seconds }) => ({
        id: key,
        name,
        plays,
        hours: hours(seconds),
        label: counted(plays, 'play'),
      })),
    };
  },
});
