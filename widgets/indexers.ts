import { cached, defineWidget, indexerList, indexersTest, listOf } from '@sidelight/plugin-api';
import { flag, int, nullable, object, okFacts, okStatus, text, time } from './shared/fields.js';
import { byRank, globalId, type RowOf, sumOf } from './shared/rows.js';
import { okTone, tone } from './shared/tones.js';

type Indexer = RowOf<typeof indexerList>;

const isFailing = (indexer: Indexer): boolean => indexer.enabled && !indexer.ok;
const labelOf = (indexer: Indexer): string => (indexer.enabled ? (indexer.ok ? 'ok' : 'failing') : 'off');

const grouped = new Intl.NumberFormat('en-GB');

/** As far as its program counts. */
const usageOf = ({ queries, grabs, failed }: Indexer): string =>
  [
    queries === undefined ? '' : `${grouped.format(queries)} ${queries === 1 ? 'query' : 'queries'}`,
    grabs === undefined ? '' : `${grouped.format(grabs)} ${grabs === 1 ? 'grab' : 'grabs'}`,
    failed === undefined ? '' : `${grouped.format(failed)} failed`,
  ]
    .filter((part) => part !== '')
    .join(', ');

export const widget = defineWidget({
  id: 'indexers',
  summary: 'Indexers: which ones fail, and how much each is used',
  reads: { indexers: cached(indexerList) },
  response: object({
    indexers: int('Switched on'),
    working: int('Of these: not failing'),
    failing: int(),
    disabled: int('Switched off'),
    workingLabel: text('"8 of 10 ok"'),
    ok: flag('None is failing'),
    status: okStatus(),
    queries: int('As far back as their program has records'),
    grabs: int(),
    failed: int('Queries and grabs that failed'),
    items: listOf({
      id: text(),
      name: text(),
      service: text('The integration'),
      enabled: flag(),
      ok: flag(),
      queries: int(),
      grabs: int(),
      failed: int(),
      usage: text('The three as text: "2,341 queries, 41 grabs, 9 failed"'),
      since: nullable(time('Since when it has been failing')),
      until: nullable(time('Until when it is paused')),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Indexers',
    group: 'integrations',
    icon: 'mdi-magnify-scan',
    for: 'admin',
    stats: [
      { field: 'workingLabel', label: 'Working', format: 'text' },
      { field: 'queries', label: 'Queries', format: 'number' },
      { field: 'grabs', label: 'Grabs', format: 'number' },
      { field: 'failed', label: 'Failed', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['usage', 'service'], tone: 'tone', at: 'since' },
    actions: [indexersTest.id],
  },
  render: ({ indexers }, { limit }) => {
    const enabled = indexers.items.filter((indexer) => indexer.enabled);
    const failing = enabled.filter(isFailing).length;
    const working = enabled.length - failing;
    return {
      indexers: enabled.length,
      working,
      failing,
      disabled: indexers.items.length - enabled.length,
      workingLabel: `${working} of ${enabled.length} ok`,
      ...okFacts(failing === 0),
      queries: sumOf(indexers.items, (indexer) => indexer.queries ?? 0),
      grabs: sumOf(indexers.items, (indexer) => indexer.grabs ?? 0),
      failed: sumOf(indexers.items, (indexer) => indexer.failed ?? 0),
      items: indexers.items
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .toSorted(byRank((indexer) => (isFailing(indexer) ? 0 : indexer.enabled ? 1 : 2)))
        .slice(0, limit)
        .map((indexer) => ({
          id: globalId(indexer.source, indexer.id),
          name: indexer.name,
          service: indexer.source,
          enabled: indexer.enabled,
          ok: indexer.ok,
          queries: indexer.queries ?? 0,
          grabs: indexer.grabs ?? 0,
          failed: indexer.failed ?? 0,
          usage: usageOf(indexer),
          since: indexer.since ?? null,
          until: indexer.until ?? null,
          tone: indexer.enabled ? okTone(indexer.ok) : ('muted' as const),
          label: labelOf(indexer),
        })),
    };
  },
});
