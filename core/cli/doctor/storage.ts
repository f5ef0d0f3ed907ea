/** The disk below the data folder, and the backups. */
import { statfs } from 'node:fs/promises';
import { isAhead, listBackups } from '../../backup/backup-file.js';
import type { CoreSettings } from '../../config/to-settings.js';
import { nearestFolder } from './machine.js';
import { bytesText, durationText, type Finding, plural, type Section } from './page.js';

const LEAST_BYTES = 500_000_000;

export async function storage({ dataDir, backup }: CoreSettings, now: Date): Promise<Omit<Section, 'title'>> {
  const { bavail, bsize, blocks } = await statfs(nearestFolder(dataDir));
  const [free, size] = [bavail * bsize, blocks * bsize];
  const files = await listBackups(backup.folder);
  const ahead = files.filter((file) => isAhead(file, now));
  const [newest] = files.filter((file) => !isAhead(file, now));
  const findings: Finding[] = [];
  if (free < LEAST_BYTES)
    findings.push({ what: 'the disk of the data folder is nearly full', mend: 'Free some space.' });
  if (newest === undefined) {
    const mend = 'Set backup.every in the config, or run `sidelight backup` from time to time.';
    findings.push({ what: 'there are no backups', mend });
  }
  if (ahead.length > 0) {
    const mend = 'Check the clock of this machine. Such backups count as the oldest.';
    findings.push({ what: `${plural(ahead.length, 'backup')} dated in the future`, mend });
  }
  const age = newest === undefined ? '' : `, the newest ${durationText(now.getTime() - Date.parse(newest.at))} old`;
  return {
    lines: [
      ['disk', `${bytesText(free)} free of ${bytesText(size)}`],
      ['backups', `${files.length}${age}${backup.every === null ? ', made by hand' : ', made on schedule'}`],
    ],
    findings,
  };
}
