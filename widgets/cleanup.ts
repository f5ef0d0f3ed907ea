import {
  ago,
  bytes,
  cached,
  cleanupActions,
  cleanupCounts,
  cleanupItems,
  defineWidget,
  listOf,
  live,
  tally,
} from '@sidelight/plugin-api';
import { flag, int, linkStatus, NO_LABEL, nullable, object, oneOf, text, time } from './shared/fields.js';
import { until } from './shared/labels.js';
import { linkFacts } from './shared/link.js';
import { globalId, soonestFirst, sumOf } from './shared/rows.js';
import { dueTone, tone } from './shared/tones.js';

export const widget = defineWidget({
  id: 'cleanup',
  summary: 'Titles that the cleanup tool is going to remove, the next first, and what it has removed',
  reads: {
    counts: live(cleanupCounts),
    titles: live(cleanupItems),
    actions: cached(cleanupActions, { newest: 100 }),
    removed: tally(cleanupActions, { since: '7d', where: { action: 'removed' } }),
  },
  response: object({
    connected: flag(),
    status: linkStatus(),
    statusText: text('As dashboards show it'),
    scheduled: int('Titles that are going to be removed'),
    collections: int(),
    reclaimable: text('Ready text of reclaimableBytes'),
    reclaimableBytes: int(),
    items: listOf({
      id: text(),
      title: text(),
      collection: text(),
      dueAt: nullable(time()),
      sizeBytes: nullable(int()),
      action: oneOf('delete', 'unmonitor', 'other', 'unknown'),
      size: text('Ready text of sizeBytes; empty while unknown'),
      tone: tone(),
    }),
    removedWeek: int('Removed in the last 7 days'),
    actions: listOf({
      id: text(),
      title: text(),
      action: cleanupActions.item.properties.action,
      reason: text(),
      strikes: nullable(int()),
      at: time(),
    }),
  }),
  tile: {
    title: 'Cleanup',
    group: 'integrations',
    icon: 'mdi-broom',
    about: 'titles',
    stats: [
      { field: 'status', label: 'Status', format: 'text' },
      { field: 'scheduled', label: 'Scheduled', format: 'number' },
      { field: 'collections', label: 'Collections', format: 'number', about: 'counts' },
      { field: 'reclaimable', label: 'Reclaimable', format: 'text', about: 'counts' },
    ],
    list: { items: 'items', name: 'title', details: ['collection', 'size'], tone: 'tone', at: 'dueAt' },
  },
  render: ({ counts, titles, actions, removed }, { now, limit }) => {
    const reclaimableBytes = sumOf(counts.items, (row) => row.reclaimableBytes);
    return {
      ...linkFacts(counts, titles),
      scheduled: titles.items.length,
      collections: sumOf(counts.items, (row) => row.collections),
      reclaimable: bytes(reclaimableBytes),
      reclaimableBytes,
      items: titles.items
        .toSorted(soonestFirst((title) => title.dueAt))
        .slice(0, limit)
        .map((title) => ({
          id: globalId(title.source, title.id),
          title: title.title ?? '',
          collection: title.collection,
          dueAt: title.dueAt ?? null,
          sizeBytes: title.sizeBytes ?? null,
          action: title.action ?? ('unknown' as const),
          size: title.sizeBytes === undefined ? '' : bytes(title.sizeBytes),
          tone: dueTone(title.dueAt, now),
          label: title.dueAt === undefined ? title.collection || NO_LABEL : until(title.dueAt, now),
        })),
      removedWeek: removed.count,
      actions: actions.items.slice(0, limit).map((done) => ({
        id: globalId(done.source, done.id),
        title: done.title,
        action: done.action,
        reason: done.reason ?? '',
        strikes: done.strikes ?? null,
        at: done.at,
        label: ago(done.at, now),
      })),
    };
  },
});
