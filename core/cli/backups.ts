/** `sidelight backup` makes a backup now, beside a daemon or without one; `sidelight restore` puts one back while none runs. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeBackup } from '../backup/make-backup.js';
import { restoreBackup } from '../backup/restore-backup.js';
import { CodedError } from '../ground/errors.js';
import { type Command, needed, print } from './command.js';
import { withDatabase } from './open.js';
import { coreSettingsFor } from './settings.js';

export const backup: Command = async (input) => {
  const { path } = await withDatabase(input, (database, { backup: { folder, keep }, database: location }) =>
    makeBackup({ database, location, folder, keep, now: new Date() }),
  );
  print(input.out, path);
  return 0;
};

/** A path, or the name of a file in the folder of the backups. */
function pathOf(name: string, { cwd, folder }: { readonly cwd: string; readonly folder: string }): string {
  const found = [resolve(cwd, name), resolve(folder, name)].find((path) => existsSync(path));
  if (found === undefined) throw new CodedError('usage', `${name} was not found, neither here nor in ${folder}`);
  return found;
}

export const restore: Command = async (input) => {
  const name = needed(input.args[0], `The backup is missing: sidelight ${input.usage}`);
  const settings = coreSettingsFor(input);
  const { folder } = settings.backup;
  const file = pathOf(name, { cwd: input.cwd, folder });
  const aside = await restoreBackup({ file, location: settings.database, folder, now: new Date() });
  print(input.out, `${file} was restored`);
  if (aside !== null) print(input.out, `the previous database was kept as ${aside}`);
  return 0;
};
