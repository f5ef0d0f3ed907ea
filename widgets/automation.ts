import {
  cached,
  defineWidget,
  listOf,
  opsHealth,
  optional,
  subtitleCounts,
  subtitleWanted,
} from '@sidelight/plugin-api';
import { flag, int, nullable, object, okFacts, okStatus, text, time, words } from './shared/fields.js';
import { isFailing, isIntegration } from './shared/health.js';
import { byRank, globalId, type RowOf, sumOf } from './shared/rows.js';
import { wantedCount, wantedRow } from './shared/subtitles.js';
import { healthTone, tone } from './shared/tones.js';

type Health = RowOf<typeof opsHealth>;

function labelOf(health: Health): string {
  if (health.ok) return 'ok';
  if (health.refused) return 'refused';
  return isFailing(health) ? 'failing' : 'waiting';
}

export const widget = defineWidget({
  id: 'automation',
  summary: 'How the integrations are, and what they themselves watch over; the failing ones first',
  reads: {
    health: cached(opsHealth),
    wanted: optional(cached(subtitleWanted)),
    missing: optional(cached(subtitleCounts)),
  },
  response: object({
    connected: int(),
    checked: int(),
    failing: int('Checked, and not well'),
    ok: flag('Nothing is failing'),
    status: okStatus(),
    items: listOf({
      id: text(),
      name: text(),
      type: text('What kind of thing it is'),
      ok: flag(),
      message: text(),
      checkedAt: nullable(time()),
      tone: tone(),
    }),
    subtitlesWanted: int('Titles that lack subtitles'),
    providersThrottled: int('Providers of subtitles that are left alone for a while'),
    subtitles: listOf({ id: text(), title: text(), kind: text(), languages: words() }),
  }),
  tile: {
    title: 'Integrations',
    group: 'ops',
    icon: 'mdi-connection',
    for: 'admin',
    stats: [
      { field: 'connected', label: 'Connected', format: 'number' },
      { field: 'failing', label: 'Failing', format: 'number' },
      { field: 'status', label: 'Status', format: 'text' },
    ],
    list: { items: 'items', name: 'name', details: ['type', 'message'], tone: 'tone', at: 'checkedAt' },
  },
  render: ({ health, wanted, missing }, { limit }) => {
    const failing = health.items.filter(isFailing).length;
    return {
      connected: health.items.filter((row) => row.ok).length,
      checked: health.items.filter((row) => row.checkedAt !== undefined).length,
      failing,
      ...okFacts(failing === 0),
      items: health.items
        .toSorted(byRank((row) => (isFailing(row) ? 0 : 1)))
        .slice(0, limit)
        .map((row) => ({
          id: isIntegration(row) ? row.id : globalId(row.source, row.id),
          name: row.name,
          type: row.type,
          ok: row.ok,
          message: row.message,
          checkedAt: row.checkedAt ?? null,
          tone: healthTone(labelOf(row)),
          label: labelOf(row),
        })),
      subtitlesWanted: wantedCount(wanted.items, missing.items),
      providersThrottled: sumOf(missing.items, (row) => row.throttled ?? 0),
      subtitles: wanted.items.slice(0, limit).map(wantedRow),
    };
  },
});
