import { ago, cached, type ItemOf, opsBackup, type Rows } from '@sidelight/plugin-api';
import { nullable, text, time } from './fields.js';

export const backupRead = cached(opsBackup);

export const backupFields = { backupAt: nullable(time()), backupLabel: text('"2 h ago" or "never"') };

export function backupFacts(backup: Rows<ItemOf<typeof opsBackup>>, now: Date) {
  const at = backup.items[0]?.at ?? null;
  return { backupAt: at, backupLabel: ago(at, now) };
}
