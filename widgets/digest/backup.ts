import { ago, defineDigestRule } from '@sidelight/plugin-api';
import { backupRead } from '../shared/backup.js';

const WEEK_MS = 7 * 86_400_000;

export const rule = defineDigestRule({
  id: 'backup',
  reads: { backup: backupRead },
  evaluate: ({ backup }, { now }) => {
    const last = backup.items[0];
    const since = last?.at ?? last?.enabledAt;
    if (last === undefined || !last.configured || since === undefined) return [];
    if (last.at !== undefined && !last.ok) {
      return [{ type: 'backup', severity: 'error' as const, text: 'The last backup failed', about: 'failed' }];
    }
    if (now.getTime() - Date.parse(since) <= WEEK_MS) return [];
    const text =
      last.at === undefined
        ? 'No backup has been made since backups were turned on'
        : `The last backup was made ${ago(since, now)}`;
    return [{ type: 'backup', severity: 'warn' as const, text, about: 'old' }];
  },
});
