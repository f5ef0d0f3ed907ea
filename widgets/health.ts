import {
  cached,
  defineSummary,
  defineWidget,
  digest,
  listOf,
  live,
  mediaServer,
  opsHealth,
  optional,
  snoozedDigest,
} from '@sidelight/plugin-api';
import { attentionFacts, attentionFields, attentionItem, attentionRows } from './shared/attention.js';
import { backupFacts, backupFields, backupRead } from './shared/backup.js';
import { flag, int, nullable, object, oneOf, text, time, titled } from './shared/fields.js';
import {
  type Health,
  healthStatus,
  integrationNames,
  isFailing,
  isIntegration,
  kindOf,
  mergedWarnings,
} from './shared/health.js';
import { everyServer, mediaServerFacts, mediaServerFields, pingFacts, pingField } from './shared/media-server.js';
import { byRank } from './shared/rows.js';
import { healthTone, tone } from './shared/tones.js';

export const widget = defineWidget({
  id: 'health',
  summary: 'What needs attention, whether the media servers answer right now, and the state of every integration',
  reads: {
    digest: digest(),
    snoozed: snoozedDigest(),
    servers: live(mediaServer),
    known: cached(mediaServer),
    health: optional(cached(opsHealth)),
    backup: backupRead,
  },
  response: object({
    ...attentionFields,
    ...mediaServerFields,
    ...pingField,
    ...backupFields,
    integrations: int(),
    integrationsFailing: int(),
    warnings: int('Warnings of the services, each counted once'),
    items: listOf(attentionItem),
    servers: listOf({
      id: text('The integration'),
      name: text('As last seen'),
      version: text('As last seen'),
      status: titled('ServerStatus', oneOf('online', 'offline', 'unknown')),
      pingMs: nullable(int('null while it does not answer')),
    }),
    services: listOf({
      id: text('The integration'),
      name: text(),
      type: text('Its type'),
      kind: text('Its type, unless the name already says it'),
      version: text('Last known version; empty if unknown'),
      ok: flag(),
      status: oneOf('ok', 'failing', 'refused', 'waiting'),
      message: text(),
      since: nullable(time('Since when it has this state')),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Health',
    group: 'overview',
    icon: 'mdi-heart-pulse',
    for: 'admin',
    within: 'automation',
    about: 'servers',
    stats: [
      { field: 'mediaserverStatus', label: 'Media server', format: 'text' },
      { field: 'digest', label: 'Attention', format: 'number', about: 'digest' },
      { field: 'integrationsFailing', label: 'Failing', format: 'number', about: 'health' },
      { field: 'backupLabel', label: 'Backup', format: 'text', about: 'backup' },
    ],
    list: { items: 'services', name: 'name', details: ['kind', 'version', 'message'], tone: 'tone' },
  },
  render: ({ digest, snoozed, servers, known, health, backup }, { now, limit }) => ({
    ...attentionFacts(digest, snoozed),
    ...mediaServerFacts(servers, known),
    ...pingFacts(servers),
    ...backupFacts(backup, now),
    ...integrationFacts(health.items),
    items: attentionRows(digest, limit).map(({ source: _, ...item }) => item),
    servers: everyServer(servers, known).map((server) => ({ ...server, label: server.status })),
    services: serviceRows(health.items),
  }),
});

const integrationFacts = (rows: readonly Health[]) => ({
  integrations: rows.filter(isIntegration).length,
  integrationsFailing: rows.filter((row) => isIntegration(row) && isFailing(row)).length,
  warnings: mergedWarnings(rows).length,
});

/** Every one, the failing first. */
function serviceRows(rows: readonly Health[]) {
  const nameOf = integrationNames(rows);
  return rows
    .filter(isIntegration)
    .toSorted(byRank((row) => (isFailing(row) ? 0 : 1)))
    .map((row) => ({
      id: row.id,
      name: nameOf(row),
      type: row.type,
      kind: kindOf(row, nameOf(row)),
      version: row.version ?? '',
      ok: row.ok,
      status: healthStatus(row),
      message: row.message,
      since: row.since ?? null,
      tone: healthTone(healthStatus(row)),
      label: healthStatus(row),
    }));
}

export const summary = defineSummary({
  id: 'health',
  reads: { servers: cached(mediaServer) },
  fields: object(mediaServerFields),
  render: ({ servers }) => mediaServerFacts(servers),
});
