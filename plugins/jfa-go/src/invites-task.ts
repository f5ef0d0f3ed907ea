/** Invitations and what became of them, in one run: why an invitation is gone can only be told by what was known of it. */
import { inviteItems, inviteUses, type PluginContext, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { usesOf } from './history.js';
import { endOf, type Known, labelOf, toInvite } from './map.js';

/** What is kept from run to run. */
interface Memory {
  /** The time of the newest activity: more of the same second may come, so that moment is asked for again. */
  readonly since: number;
  /** By the ids of the invitations that were listed. */
  readonly known: Readonly<Record<string, Known>>;
}

const NOTHING: Memory = { since: 0, known: {} };

type Context = Pick<PluginContext, 'clock' | 'zone'>;

export const invitesTask = (client: Client, { clock, zone }: Context): SyncTask => ({
  id: inviteItems.id,
  every: '2m',
  fills: [inviteItems, inviteUses],
  async run(out, signal) {
    const cursor = out.cursor.get();
    const before = cursor === undefined ? NOTHING : (JSON.parse(cursor) as Memory);
    const now = clock.now();
    const invites = (await client.invites(signal)).map((invite) => {
      const id = client.idOf(invite.code);
      const end = endOf(invite, now, before.known[id]?.end);
      const label = labelOf(invite.label, invite.code, invite.created, zone);
      return { invite, id, known: end === undefined ? { label } : { end, label } };
    });
    const known = Object.fromEntries(invites.map((one) => [one.id, one.known]));
    const activities = await client.activitiesSince(before.since, signal);
    out.replace(
      inviteItems,
      invites.map((one) => toInvite(one.invite, { ...one.known, id: one.id, now })),
    );
    out.append(inviteUses, usesOf(activities, { zone, idOf: client.idOf, known: { ...before.known, ...known } }));
    const after: Memory = { since: Math.max(before.since, ...activities.map(({ time }) => time)), known };
    if (JSON.stringify(after) !== cursor) out.cursor.set(JSON.stringify(after));
  },
});
