/** Invitations and what became of them. */
import { inviteItems, inviteUses, type PluginContext, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { nameOf, toInvite, toUses } from './map.js';
import type { Invitation, User } from './upstream.js';

/** Who used an invitation, by its id. */
type Names = Readonly<Record<string, string>>;

type Context = Pick<PluginContext, 'clock' | 'zone'>;

/**
 * Users are listed rarely, and Wizarr forgets who used an invitation when the account is gone: the cursor keeps the names.
 * @param users as they were listed last
 */
export const invitesTask = (client: Client, { clock, zone }: Context, users: () => readonly User[]): SyncTask => ({
  id: inviteItems.id,
  every: '5m',
  fills: [inviteItems, inviteUses],
  async run(out, signal) {
    const invitations = await client.invitations(signal);
    const before = out.cursor.get() ?? '{}';
    const names = namesOf(client, invitations, users(), JSON.parse(before) as Names);
    const scene = {
      ...{ now: clock.now(), zone, idOf: client.idOf },
      userOf: (one: Invitation) => names[client.idOf(one)],
    };
    out.replace(
      inviteItems,
      invitations.map((one) => toInvite(one, scene)),
    );
    out.append(
      inviteUses,
      invitations.flatMap((one) => toUses(one, scene)),
    );
    const after = JSON.stringify(names);
    if (after !== before) out.cursor.set(after);
  },
});

function namesOf({ idOf }: Client, invitations: readonly Invitation[], users: readonly User[], known: Names): Names {
  const found = invitations.map((one) => [idOf(one), nameOf(one, users) ?? known[idOf(one)]] as const);
  return Object.fromEntries(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}
