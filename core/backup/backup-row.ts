import type { ItemOf, opsBackup } from '@sidelight/plugin-api';
import type { BackupFile } from './backup-file.js';

export type BackupRow = ItemOf<typeof opsBackup>;

export interface BackupFacts {
  /** ISO time when backups were switched on; undefined: they are off. */
  readonly enabledAt: string | undefined;
  readonly newest: BackupFile | undefined;
  /** ISO time of the last failure. */
  readonly failedAt: string | undefined;
}

/** The row of `ops.backup`. Pure. */
export function backupRow({ enabledAt, newest, failedAt }: BackupFacts): BackupRow {
  const enabled = enabledAt === undefined ? { configured: false } : { configured: true, enabledAt };
  const failed = openFailure(newest, failedAt);
  if (failed !== undefined) return { ...enabled, ok: false, kind: 'local', at: failed };
  if (newest === undefined) return { ...enabled, ok: false, kind: 'none' };
  const { name, sizeBytes, at } = newest;
  return { ...enabled, ok: true, kind: 'local', sizeBytes, file: name, at };
}

/** When it failed, if nothing has succeeded since. */
export const openFailure = (newest: BackupFile | undefined, failedAt: string | undefined): string | undefined =>
  failedAt !== undefined && failedAt > (newest?.at ?? '') ? failedAt : undefined;
