import { defineWidget, digest, listOf, snoozedDigest } from '@sidelight/plugin-api';
import { attentionItem, attentionRows } from './shared/attention.js';
import { flag, int, nullable, object, text } from './shared/fields.js';

export const widget = defineWidget({
  id: 'ops-digest',
  path: '/api/ops-digest',
  summary: 'What needs attention, with the integration of each item',
  reads: { digest: digest(), snoozed: snoozedDigest() },
  response: object({
    ok: flag('Nothing needs attention'),
    count: int(),
    snoozed: int('Snoozed items'),
    items: listOf({ ...attentionItem, source: nullable(text('null if it is about Sidelight itself')) }),
  }),
  render: ({ digest, snoozed }, { limit }) => ({
    ok: digest.length === 0,
    count: digest.length,
    snoozed: snoozed.length,
    items: attentionRows(digest, limit).map((item) => ({ ...item, source: item.source ?? null })),
  }),
});
