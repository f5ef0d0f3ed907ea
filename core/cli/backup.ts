/** `sidelight backup`: makes one now, beside a running daemon or without one. */
import { makeBackup } from '../backup/make-backup.js';
import { type Command, print } from './command.js';
import { withDatabase } from './open.js';

export const backup: Command = {
  usage: 'backup',
  summary: 'make a backup of the database now, and print its path',
  async run(input) {
    const { path } = await withDatabase(input, (database, { backup: { folder, keep }, database: location }) =>
      makeBackup({ database, location, folder, keep, now: new Date() }),
    );
    print(input.out, path);
    return 0;
  },
};
