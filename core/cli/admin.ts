/** `sidelight admin …`: who the administrator is, and the way in when there is none, beside a running daemon or without one. */
import type { Knex } from 'knex';
import type { AuditLog } from '../audit/audit-log.js';
import { Admins } from '../auth/admins.js';
import { setupAddress, setupToken } from '../auth/instance.js';
import { CodedError } from '../ground/errors.js';
import type { ServerSettings } from '../settings/settings.js';
import { systemClock } from '../time/clock.js';
import { type Command, print } from './command.js';
import { auditOf, COMMAND_LINE, withDatabase } from './open.js';

interface Place {
  readonly database: Knex;
  readonly server: ServerSettings;
  readonly admins: Admins;
  readonly audit: AuditLog;
}

/** Each returns the lines that it prints. */
type Subcommand = (place: Place) => Promise<readonly string[]>;

const wayIn = async ({ database, server }: Place): Promise<string> =>
  `create the administrator at ${setupAddress(server, server, await setupToken(database))}`;

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  async show(place) {
    const admin = await place.admins.first();
    if (admin === null) return ['no administrator exists yet', await wayIn(place)];
    return [`${admin.name} is the administrator, since ${admin.createdAt}`];
  },
  /** The token alone, so that a script can take it. */
  async token({ admins, database }) {
    const admin = await admins.first();
    if (admin !== null)
      throw new CodedError(
        'admin_exists',
        `${admin.name} is already the administrator, so there is no first-run token`,
      );
    return [await setupToken(database)];
  },
  async reset(place) {
    const admin = await place.admins.first();
    await place.admins.reset();
    const target = admin === null ? {} : { target: admin.name };
    await place.audit.record({ kind: 'sign-in', who: COMMAND_LINE, route: 'admin.reset', ...target });
    const removed = admin === null ? 'there was no administrator' : `${admin.name} is no longer the administrator`;
    return [`${removed}, and all sessions are ended`, await wayIn(place)];
  },
};

export const admin: Command = async (input) => {
  const [name = 'show'] = input.args;
  const subcommand = SUBCOMMANDS[name];
  if (subcommand === undefined) throw new CodedError('usage', `admin: unknown "${name}": ${input.usage}`);
  const lines = await withDatabase(input, (database, settings) => {
    const { server } = settings;
    return subcommand({
      ...{ database, server, admins: new Admins(database, systemClock), audit: auditOf(database, settings) },
    });
  });
  for (const line of lines) print(input.out, line);
  return 0;
};
