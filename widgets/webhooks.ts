import { ago, cached, defineWidget, listOf, opsWebhooks, tally, UNKNOWN } from '@sidelight/plugin-api';
import { flag, int, nullable, object, okFacts, okStatus, oneOf, text, time } from './shared/fields.js';
import { globalId } from './shared/rows.js';
import { okTone, tone } from './shared/tones.js';

const week = { since: '7d' } as const;

export const widget = defineWidget({
  id: 'webhooks',
  summary: 'Webhook deliveries of the last 7 days, newest first',
  reads: {
    all: tally(opsWebhooks, week),
    failures: tally(opsWebhooks, { ...week, where: { ok: false } }),
    newest: cached(opsWebhooks, { ...week, newest: 100 }),
  },
  response: object({
    total: int(),
    failed: int(),
    ok: flag(),
    status: okStatus(),
    statusText: text('Formatted for dashboards; unknown without deliveries'),
    items: listOf({
      id: text(),
      name: text(),
      direction: oneOf('in', 'out'),
      event: text(),
      ok: flag(),
      status: nullable(int('HTTP status; null without an answer')),
      at: time(),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Webhooks',
    group: 'ops',
    icon: 'mdi-webhook',
    for: 'admin',
    stats: [
      { field: 'total', label: 'Deliveries', format: 'number' },
      { field: 'failed', label: 'Failed', format: 'number' },
      { field: 'status', label: 'Status', format: 'text' },
    ],
    list: { items: 'items', name: 'name', details: ['event', 'direction'], tone: 'tone', at: 'at' },
  },
  render: ({ all, failures, newest }, { now, limit }) => ({
    total: all.count,
    failed: failures.count,
    ...okFacts(failures.count === 0),
    statusText: all.count === 0 ? UNKNOWN : okFacts(failures.count === 0).status,
    items: newest.items.slice(0, limit).map((delivery) => ({
      id: globalId(delivery.source, delivery.id),
      name: delivery.name,
      direction: delivery.direction,
      event: delivery.event,
      ok: delivery.ok,
      status: delivery.status ?? null,
      at: delivery.at,
      tone: okTone(delivery.ok),
      label: delivery.ok ? ago(delivery.at, now) : 'failed',
    })),
  }),
});
