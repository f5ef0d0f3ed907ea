import { cached, defineWidget, listOf, releaseWanted } from '@sidelight/plugin-api';
import { int, nullable, object, text } from './shared/fields.js';
import { counted } from './shared/labels.js';
import { byRank, sumOf } from './shared/rows.js';

export const widget = defineWidget({
  id: 'wanted',
  summary: 'What each release manager still looks for: what is missing, and what could be better',
  reads: { wanted: cached(releaseWanted) },
  response: object({
    missing: int('Monitored, released and not there; a 4K copy counts by itself'),
    cutoff: int('There, and looked for in a better quality'),
    items: listOf({
      service: text('The integration'),
      type: releaseWanted.item.properties.type,
      missing: int(),
      cutoff: int(),
      notYet: nullable(int('Monitored and not there, because they cannot be had yet; null: the manager does not tell')),
      upgrades: text('Ready text of cutoff'),
    }),
  }),
  tile: {
    title: 'Wanted',
    group: 'calendar',
    icon: 'mdi-magnify',
    stats: [
      { field: 'missing', label: 'Missing', format: 'number' },
      { field: 'cutoff', label: 'Upgrades', format: 'number' },
    ],
    list: { items: 'items', name: 'service', details: ['type', 'upgrades'] },
  },
  render: ({ wanted }, { limit }) => ({
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
  }),
});
