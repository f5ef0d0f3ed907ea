/** `sidelight reload`: the daemon that runs reads its config again. A config with a mistake is told here, and reaches no daemon. */
import { openDatabase } from '../cache/database.js';
import { CodedError } from '../ground/errors.js';
import { askAllToReload } from '../replicas/requests.js';
import { askToReload } from '../replicas/sole.js';
import { type Command, print } from './command.js';
import { loadFor } from './settings.js';

export const reload: Command = async (input) => {
  const { settings } = await loadFor(input);
  const { database } = settings;
  if (database.kind === 'postgres') {
    const db = await openDatabase(database);
    await askAllToReload(db).finally(() => db.destroy());
    print(
      input.out,
      'Every Sidelight on this database was asked to read its config again. See their logs for the result.',
    );
    return 0;
  }
  const refusal = await askToReload(database.file);
  if (refusal === undefined) throw new CodedError('not_running', `Sidelight is not running on ${database.file}`);
  if (refusal !== null) throw new CodedError('config_invalid', refusal);
  print(input.out, 'The config was applied.');
  return 0;
};
