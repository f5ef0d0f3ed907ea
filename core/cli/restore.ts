/** `sidelight restore`: puts a backup in the place of the database, while no daemon runs. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreBackup } from '../backup/restore-backup.js';
import { CodedError } from '../ground/errors.js';
import { type Command, needed, print } from './command.js';
import { loadFor } from './settings.js';

const USAGE = 'restore <file>';

/** A path, or the name of a file in the folder of the backups. */
function pathOf(name: string, { cwd, folder }: { readonly cwd: string; readonly folder: string }): string {
  const found = [resolve(cwd, name), resolve(folder, name)].find((path) => existsSync(path));
  if (found === undefined) throw new CodedError('usage', `There is no ${name}, neither here nor in ${folder}`);
  return found;
}

export const restore: Command = {
  usage: USAGE,
  summary: 'replace the database by a backup; the old one is kept',
  async run(input) {
    const name = needed(input.args[0], `The backup is missing: sidelight ${USAGE}`);
    const { settings } = await loadFor(input);
    const { folder } = settings.backup;
    const file = pathOf(name, { cwd: input.cwd, folder });
    const aside = await restoreBackup({ file, location: settings.database, folder, now: new Date() });
    print(input.out, `${file} is restored`);
    if (aside !== null) print(input.out, `the database before is kept as ${aside}`);
    return 0;
  },
};
