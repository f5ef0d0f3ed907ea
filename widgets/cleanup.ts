import {
  ago,
  bytes,
  cached,
  cleanupActions,
  cleanupAttention,
  cleanupCounts,
  cleanupItems,
  cleanupRun,
  defineWidget,
  joinOf,
  listOf,
  live,
  mediaItems,
  named,
  newestFirst,
  optional,
  tally,
} from '@sidelight/plugin-api';
import { queueRead } from './shared/downloads.js';
import { flag, int, linkStatus, NO_LABEL, nullable, object, oneOf, text, time } from './shared/fields.js';
import { asTitle, identityOf } from './shared/find-title.js';
import { fullTitle, partOf, until } from './shared/labels.js';
import { linkFacts } from './shared/link.js';
import { downloadKeyOf } from './shared/managed.js';
import { globalId, type RowOf, soonestFirst, sumOf } from './shared/rows.js';
import { dueTone, severityTone, tone } from './shared/tones.js';

export const widget = defineWidget({
  id: 'cleanup',
  summary: 'Titles that cleanup tools will remove, next first, what they have removed, and strikes',
  reads: {
    counts: live(cleanupCounts),
    titles: live(cleanupItems),
    actions: cached(cleanupActions, { newest: 100 }),
    removed: tally(cleanupActions, { since: '7d', where: { action: 'removed' } }),
    removedDay: tally(cleanupActions, { since: '24h', where: { action: 'removed' } }),
    struckDay: tally(cleanupActions, { since: '24h', where: { action: 'strike' } }),
    matters: optional(cached(cleanupAttention)),
    queue: optional(queueRead),
    media: named(mediaItems, { read: 'titles', field: 'itemId' }),
  },
  response: object({
    connected: flag(),
    status: linkStatus(),
    statusText: text('Formatted for dashboards'),
    scheduled: int('Titles that will be removed'),
    collections: int(),
    reclaimable: text('Formatted reclaimableBytes'),
    reclaimableBytes: int(),
    items: listOf({
      id: text(),
      title: text(),
      collection: text(),
      dueAt: nullable(time()),
      sizeBytes: nullable(int()),
      action: oneOf('delete', 'unmonitor', 'other', 'unknown'),
      size: text('Formatted sizeBytes; empty while unknown'),
      tone: tone(),
    }),
    removedWeek: int('Removed in the last 7 days'),
    removedDay: int('Removed in the last 24 hours'),
    strikesDay: int('Strikes in the last 24 hours: a download with enough strikes is removed'),
    attention: int('Items that need a person'),
    matters: listOf({ id: text(), title: text(), text: text('One sentence'), at: time(), tone: tone() }),
    actions: listOf({
      id: text(),
      title: text(),
      action: cleanupActions.item.properties.action,
      reason: text(),
      strikes: nullable(int()),
      download: nullable(text('The queue row it concerns, as <integration>:<id>; null if there is none')),
      at: time(),
    }),
  }),
  tile: {
    title: 'Cleanup',
    group: 'integrations',
    icon: 'mdi-broom',
    about: ['titles', 'actions'],
    stats: [
      { field: 'status', label: 'Status', format: 'text' },
      { field: 'scheduled', label: 'Scheduled', format: 'number', about: 'titles' },
      { field: 'collections', label: 'Collections', format: 'number', about: 'counts' },
      { field: 'reclaimable', label: 'Reclaimable', format: 'text', about: 'counts' },
      { field: 'strikesDay', label: 'Strikes 24 h', format: 'number', about: 'struckDay' },
      { field: 'removedDay', label: 'Removed 24 h', format: 'number', about: 'removedDay' },
    ],
    list: { items: 'items', name: 'title', details: ['collection', 'size'], tone: 'tone', at: 'dueAt' },
    actions: [cleanupRun.id],
  },
  render: ({ counts, titles, actions, removed, removedDay, struckDay, matters, queue, media }, { now, limit }) => {
    const nameOf = naming(media.items);
    const downloads = new Map(queue.items.map((row) => [downloadKeyOf(row.downloadKey), globalId(row.source, row.id)]));
    const reclaimableBytes = sumOf(counts.items, (row) => row.reclaimableBytes);
    return {
      ...linkFacts(counts, titles, actions),
      scheduled: titles.items.length,
      collections: sumOf(counts.items, (row) => row.collections),
      reclaimable: bytes(reclaimableBytes),
      reclaimableBytes,
      items: titles.items
        .toSorted(soonestFirst((title) => title.dueAt))
        .slice(0, limit)
        .map((title) => ({
          id: globalId(title.source, title.id),
          title: title.title ?? nameOf(title),
          collection: title.collection,
          dueAt: title.dueAt ?? null,
          sizeBytes: title.sizeBytes ?? null,
          action: title.action ?? ('unknown' as const),
          size: title.sizeBytes === undefined ? '' : bytes(title.sizeBytes),
          tone: dueTone(title.dueAt, now),
          label: title.dueAt === undefined ? title.collection || NO_LABEL : until(title.dueAt, now),
        })),
      removedWeek: removed.count,
      removedDay: removedDay.count,
      strikesDay: struckDay.count,
      attention: matters.items.length,
      matters: matters.items
        .toSorted(newestFirst((matter) => matter.at))
        .slice(0, limit)
        .map((matter) => ({
          id: globalId(matter.source, matter.id),
          title: matter.title,
          text: matter.text,
          at: matter.at,
          tone: severityTone(matter.severity),
          label: ago(matter.at, now),
        })),
      actions: actions.items.slice(0, limit).map((done) => ({
        id: globalId(done.source, done.id),
        title: done.title,
        action: done.action,
        reason: done.reason ?? '',
        strikes: done.strikes ?? null,
        download: downloads.get(downloadKeyOf(done.downloadKey ?? '')) ?? null,
        at: done.at,
        label: ago(done.at, now),
      })),
    };
  },
});

type Media = RowOf<typeof mediaItems>;

/** What the media server calls a title of which the tool knows the id alone; empty while nobody does. */
function naming(media: readonly Media[]): (title: RowOf<typeof cleanupItems>) => string {
  const join = joinOf(media, (item) =>
    identityOf(
      item,
      media.filter(({ id }) => id === item.id),
    ),
  );
  return (title) => {
    const [item] = join(asTitle(title));
    if (item === undefined) return '';
    const own = item.kind === 'episode' ? `${partOf(item.season, item.episode)} ${item.title}`.trim() : item.title;
    return fullTitle(item.series, own);
  };
}
