import { cached, defineWidget, listOf, releaseWanted, subtitleCounts, subtitleWanted } from '@sidelight/plugin-api';
import { int, nullable, object, text, titled } from './shared/fields.js';
import { counted } from './shared/labels.js';
import { byRank, sumOf } from './shared/rows.js';
import { managerRows, wantedCount } from './shared/subtitles.js';

export const widget = defineWidget({
  id: 'wanted',
  summary: 'What each manager still looks for: missing titles, upgrades, and missing subtitles',
  reads: {
    wanted: cached(releaseWanted),
    titles: cached(subtitleWanted),
    counts: cached(subtitleCounts),
  },
  response: object({
    missing: int('Monitored, released and missing; a 4K version counts separately'),
    cutoff: int('Available, and wanted in better quality'),
    items: listOf({
      service: text('The integration'),
      type: titled('ReleaseKind', releaseWanted.item.properties.type),
      missing: int(),
      cutoff: int(),
      notYet: nullable(int('Monitored and missing because they are not released yet; null: unknown')),
      upgrades: text('Formatted cutoff'),
    }),
    subtitles: int('Titles that lack subtitles'),
    subtitleItems: listOf({
      service: text('The integration'),
      movies: int('Films that lack subtitles'),
      episodes: int('Episodes that lack subtitles'),
      languages: nullable(int('Missing subtitles: a title may lack several; null: unknown')),
      throttled: nullable(int('Providers that are paused for a while; null: unknown')),
    }),
  }),
  tile: {
    title: 'Wanted',
    group: 'calendar',
    icon: 'mdi-magnify',
    for: 'admin',
    about: ['wanted', 'counts', 'titles'],
    stats: [
      { field: 'missing', label: 'Missing', format: 'number', about: 'wanted' },
      { field: 'cutoff', label: 'Upgrades', format: 'number', about: 'wanted' },
      { field: 'subtitles', label: 'Subtitles', format: 'number', about: ['counts', 'titles'] },
    ],
    list: { items: 'items', name: 'service', details: ['type', 'upgrades'] },
  },
  render: ({ wanted, titles, counts }, { limit }) => ({
    missing: sumOf(wanted.items, (row) => row.missing),
    cutoff: sumOf(wanted.items, (row) => row.cutoff),
    items: wanted.items
      .toSorted(byRank((row) => -row.missing))
      .slice(0, limit)
      .map(({ source, type, missing, cutoff, notYet = null }) => ({
        service: source,
        type,
        missing,
        cutoff,
        notYet,
        upgrades: cutoff === 0 ? '' : counted(cutoff, 'upgrade'),
        label: missing === 0 ? 'nothing missing' : `${missing} missing`,
      })),
    subtitles: wantedCount(titles.items, counts.items),
    subtitleItems: managerRows(titles.items, counts.items).slice(0, limit),
  }),
});
