import {
  cached,
  defineWidget,
  listOf,
  opsHealth,
  optional,
  subtitleCounts,
  subtitleWanted,
  UNKNOWN,
} from '@sidelight/plugin-api';
import { flag, int, nullable, object, okFacts, okStatus, text, time, words } from './shared/fields.js';
import {
  type Health,
  healthStatus,
  integrationNames,
  isFailing,
  isIntegration,
  kindOf,
  mergedWarnings,
} from './shared/health.js';
import { byRank, globalId, sumOf } from './shared/rows.js';
import { wantedCount, wantedRow } from './shared/subtitles.js';
import { healthTone, tone } from './shared/tones.js';

export const widget = defineWidget({
  id: 'automation',
  summary: 'The state of the integrations and of the services they watch; failing ones first',
  reads: {
    health: cached(opsHealth),
    wanted: optional(cached(subtitleWanted)),
    missing: optional(cached(subtitleCounts)),
  },
  response: object({
    connected: int('Working integrations'),
    checked: int('Integrations that were checked'),
    failing: int('Of these: not well'),
    warnings: int('Warnings of the services, each counted once'),
    ok: flag('No integration is failing'),
    status: okStatus(),
    statusText: text('Formatted for dashboards'),
    items: listOf({
      id: text(),
      name: text(),
      type: text('Its type'),
      kind: text('Its type, unless the name already says it'),
      ok: flag(),
      message: text(),
      services: words('The integrations that report it'),
      checkedAt: nullable(time()),
      tone: tone(),
    }),
    subtitlesWanted: int('Titles that lack subtitles'),
    providersThrottled: int('Subtitle providers that are paused for a while'),
    subtitles: listOf({ id: text(), title: text(), kind: text(), languages: words() }),
  }),
  tile: {
    title: 'Integrations',
    group: 'ops',
    icon: 'mdi-connection',
    starter: true,
    stats: [
      { field: 'connected', label: 'Connected', format: 'number' },
      { field: 'failing', label: 'Failing', format: 'number' },
      { field: 'warnings', label: 'Warnings', format: 'number' },
      { field: 'status', label: 'Status', format: 'text' },
    ],
    list: { items: 'items', name: 'name', details: ['kind', 'message'], tone: 'tone', at: 'checkedAt' },
  },
  render: ({ health, wanted, missing }, { limit }) => {
    const integrations = health.items.filter(isIntegration);
    const failing = integrations.filter(isFailing).length;
    const warnings = mergedWarnings(health.items);
    const nameOf = integrationNames(health.items);
    const rows = [
      ...integrations.map((row) => ({ ...itemOf(row, nameOf(row)), services: [row.source] })),
      ...warnings.map(({ row, name, sources }) => ({ ...itemOf(row, name), services: sources })),
    ];
    return {
      connected: integrations.filter((row) => row.ok).length,
      checked: integrations.filter((row) => row.checkedAt !== undefined).length,
      failing,
      warnings: warnings.length,
      ...okFacts(failing === 0),
      statusText: integrations.length === 0 ? UNKNOWN : okFacts(failing === 0).status,
      items: rows.toSorted(byRank(({ ok, checkedAt }) => (ok || checkedAt === null ? 1 : 0))).slice(0, limit),
      subtitlesWanted: wantedCount(wanted.items, missing.items),
      providersThrottled: sumOf(missing.items, (row) => row.throttled ?? 0),
      subtitles: wanted.items.slice(0, limit).map(wantedRow),
    };
  },
});

const itemOf = (row: Health, name: string) => ({
  id: isIntegration(row) ? row.id : globalId(row.source, row.id),
  name,
  type: row.type,
  kind: kindOf(row, name),
  ok: row.ok,
  message: row.message,
  checkedAt: row.checkedAt ?? null,
  tone: healthTone(healthStatus(row)),
  label: healthStatus(row),
});
