import { defineSummary, defineWidget, digest, listOf, snoozedDigest } from '@sidelight/plugin-api';
import { attentionFacts, attentionFields, attentionItem, attentionRows } from './shared/attention.js';
import { backupFacts, backupFields, backupRead } from './shared/backup.js';
import { object } from './shared/fields.js';

export const widget = defineWidget({
  id: 'digest',
  summary: 'What needs attention, most severe first',
  reads: { digest: digest(), snoozed: snoozedDigest(), backup: backupRead },
  response: object({
    ...attentionFields,
    ...backupFields,
    items: listOf(attentionItem),
    snoozed: listOf(attentionItem),
  }),
  tile: {
    title: 'Needs attention',
    group: 'overview',
    icon: 'mdi-clipboard-alert-outline',
    starter: true,
    stats: [
      { field: 'digestStatus', label: 'Status', format: 'text' },
      { field: 'digest', label: 'Items', format: 'number' },
      { field: 'digestSnoozed', label: 'Snoozed', format: 'number' },
      { field: 'backupLabel', label: 'Backup', format: 'text' },
    ],
    list: { items: 'items', name: 'text', details: ['type'], tone: 'tone' },
    actions: ['digest.snooze', 'digest.wake'],
  },
  render: ({ digest, snoozed, backup }, { now, limit }) => ({
    ...attentionFacts(digest, snoozed),
    ...backupFacts(backup, now),
    items: attentionRows(digest, limit).map(({ source: _, ...item }) => item),
    snoozed: attentionRows(snoozed, limit).map(({ source: _, ...item }) => item),
  }),
});

export const summary = defineSummary({
  id: 'digest',
  reads: { digest: digest(), snoozed: snoozedDigest() },
  fields: object(attentionFields),
  render: ({ digest, snoozed }) => attentionFacts(digest, snoozed),
});
