import { cached, defineSummary, defineWidget, digest, listOf, live, mediaServer } from '@sidelight/plugin-api';
import { attentionFacts, attentionFields, attentionItem, attentionRows } from './shared/attention.js';
import { backupFacts, backupFields, backupRead } from './shared/backup.js';
import { object } from './shared/fields.js';
import { mediaServerFacts, mediaServerFields, pingFacts, pingField } from './shared/media-server.js';

export const widget = defineWidget({
  id: 'health',
  summary: 'What needs attention, and whether the media server answers right now',
  reads: { digest: digest(), servers: live(mediaServer), known: cached(mediaServer), backup: backupRead },
  response: object({
    ...attentionFields,
    ...mediaServerFields,
    ...pingField,
    ...backupFields,
    items: listOf(attentionItem),
  }),
  tile: {
    title: 'Health',
    group: 'overview',
    icon: 'mdi-heart-pulse',
    for: 'admin',
    about: 'servers',
    stats: [
      { field: 'mediaserverStatus', label: 'Media server', format: 'text' },
      { field: 'digest', label: 'Attention', format: 'number' },
      { field: 'backupLabel', label: 'Backup', format: 'text' },
    ],
    list: { items: 'items', name: 'text', details: ['type'], tone: 'tone' },
  },
  render: ({ digest, servers, known, backup }, { now, limit }) => ({
    ...attentionFacts(digest),
    ...mediaServerFacts(servers, known),
    ...pingFacts(servers),
    ...backupFacts(backup, now),
    items: attentionRows(digest, limit).map(({ source: _, ...item }) => item),
  }),
});

export const summary = defineSummary({
  id: 'health',
  reads: { servers: cached(mediaServer) },
  fields: object(mediaServerFields),
  render: ({ servers }) => mediaServerFacts(servers),
});
