import {
  ago,
  cached,
  defineSummary,
  defineWidget,
  feedCounts,
  feedHits,
  feedRetry,
  listOf,
  optional,
  tally,
  UNKNOWN,
} from '@sidelight/plugin-api';
import { entityId, int, nullable, object, text, time } from './shared/fields.js';
import { hitStatus } from './shared/hits.js';
import { globalId, type RowOf, sumOf } from './shared/rows.js';
import { hitTone, tone } from './shared/tones.js';

const count = tally(feedHits);
const fields = { feedHits: int('Releases that matched a filter') };

const status = hitStatus;

const countFields = {
  announced: int('Matching releases, as counted by the bots'),
  approved: int('As counted by the bots, like the next two'),
  rejected: int(),
  errored: int(),
  announcedText: text('Formatted versions of these four: "–" while unknown'),
  approvedText: text(),
  rejectedText: text(),
  erroredText: text(),
};

/** A source may know no more of what was done than a name. */
function actionsOf({ action, actions, status }: RowOf<typeof feedHits>) {
  const told = actions ?? (action === undefined ? [] : [{ name: action, status }]);
  return told.map((one) => {
    const {
      id = '',
      name,
      type = '',
      status: result = 'unknown',
      reason = '',
    } = one as Partial<Action> & { name: string };
    return { id, name, type, status: result, reason, label: result };
  });
}

type Counts = RowOf<typeof feedCounts>;

/** A bot may count no more than the whole. */
function countFacts(rows: readonly Counts[]) {
  const told = (field: 'total' | 'approved' | 'rejected' | 'errored') =>
    rows.map((row) => row[field]).filter((n) => n !== undefined);
  const sum = (numbers: readonly number[]) => sumOf(numbers, (n) => n);
  const shown = (numbers: readonly number[]) => (numbers.length === 0 ? UNKNOWN : String(sum(numbers)));
  const [announced, approved, rejected, errored] = [told('total'), told('approved'), told('rejected'), told('errored')];
  return {
    announced: sum(announced),
    announcedText: shown(announced),
    approved: sum(approved),
    approvedText: shown(approved),
    rejected: sum(rejected),
    rejectedText: shown(rejected),
    errored: sum(errored),
    erroredText: shown(errored),
  };
}

type Action = NonNullable<RowOf<typeof feedHits>['actions']>[number];

export const widget = defineWidget({
  id: 'feed-hits',
  summary: 'Announced releases that matched a filter, newest first',
  reads: { count, hits: cached(feedHits, { newest: 100 }), counts: optional(cached(feedCounts)) },
  response: object({
    ...fields,
    ...countFields,
    items: listOf({
      id: entityId('hit'),
      name: text(),
      filter: text(),
      indexer: text(),
      action: text(),
      status,
      at: time(),
      sizeBytes: nullable(int()),
      actions: listOf({
        id: text('For the action; empty if its bot supports none'),
        name: text(),
        type: text(),
        status,
        reason: text('Without addresses'),
      }),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Feed hits',
    group: 'integrations',
    icon: 'mdi-rss',
    for: 'admin',
    stats: [{ field: 'feedHits', label: 'Hits', format: 'number' }],
    list: { items: 'items', name: 'name', details: ['indexer', 'filter', 'action'], tone: 'tone', at: 'at' },
    actions: [feedRetry.id],
  },
  render: ({ count, hits, counts }, { now, limit }) => ({
    feedHits: count.count,
    ...countFacts(counts.items),
    items: hits.items.slice(0, limit).map((hit) => ({
      id: globalId(hit.source, hit.id),
      name: hit.name,
      filter: hit.filter,
      indexer: hit.indexer,
      action: actionsOf(hit)
        .map((action) => action.name)
        .join(', '),
      status: hit.status,
      at: hit.at,
      sizeBytes: hit.sizeBytes ?? null,
      actions: actionsOf(hit),
      tone: hitTone(hit.status),
      label: hit.status === 'approved' ? ago(hit.at, now) : hit.status,
    })),
  }),
});

export const summary = defineSummary({
  id: 'feed-hits',
  reads: { count },
  fields: object(fields),
  render: ({ count }) => ({ feedHits: count.count }),
});
