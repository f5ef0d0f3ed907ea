import { defineSummary, defineWidget, type opsBackup } from '@sidelight/plugin-api';
import { backupFacts, backupFields, backupRead } from './shared/backup.js';
import { flag, int, nullable, object, oneOf, text } from './shared/fields.js';
import type { RowOf } from './shared/rows.js';

function statusOf(backup: RowOf<typeof opsBackup> | undefined) {
  if (backup === undefined || !backup.configured) return 'off' as const;
  if (backup.at === undefined) return 'never' as const;
  return backup.ok ? ('ok' as const) : ('failed' as const);
}

export const widget = defineWidget({
  id: 'backup',
  summary: 'The last backup of Sidelight’s data',
  reads: { backup: backupRead },
  response: object({
    ...backupFields,
    configured: flag(),
    ok: flag('The last backup succeeded'),
    kind: oneOf('local', 'none'),
    sizeBytes: nullable(int()),
    file: nullable(text()),
    status: oneOf('ok', 'failed', 'never', 'off'),
  }),
  tile: {
    title: 'Backup',
    group: 'ops',
    icon: 'mdi-backup-restore',
    for: 'admin',
    stats: [
      { field: 'backupLabel', label: 'Last backup', format: 'text' },
      { field: 'status', label: 'Status', format: 'text' },
    ],
  },
  render: ({ backup }, { now }) => {
    const last = backup.items[0];
    const status = statusOf(last);
    return {
      ...backupFacts(backup, now),
      configured: last?.configured ?? false,
      ok: status === 'ok',
      kind: last?.kind ?? 'none',
      sizeBytes: last?.sizeBytes ?? null,
      file: last?.file ?? null,
      status,
    };
  },
});

export const summary = defineSummary({
  id: 'backup',
  reads: { backup: backupRead },
  fields: object(backupFields),
  render: ({ backup }, { now }) => backupFacts(backup, now),
});
