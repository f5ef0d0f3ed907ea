import { definePlugin, inviteAccounts, invitesRevoke, on, Secret, Type } from '@sidelight/plugin-api';
import { apiDocument, connect } from './client.js';
import { invitesTask } from './invites-task.js';
import { toAccount } from './map.js';
import type { User } from './upstream.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'wizarr',
  title: 'Wizarr',
  kind: 'invites',
  defaultPort: 5690,
  recognise: apiDocument,
  config: Type.Object({ apiKey: Secret('Settings > API Keys; every Wizarr key has full access') }),
  create(ctx) {
    const client = connect(ctx);
    let users: readonly User[] = [];
    return {
      async check(signal) {
        await client.status(signal);
        return { name: 'Wizarr' };
      },
      tasks: [
        {
          id: inviteAccounts.id,
          // Each time Wizarr asks its media servers for their users, and adds and removes its own accordingly.
          every: '6h',
          fills: [inviteAccounts],
          async run(out, signal) {
            users = await client.users(signal);
            out.replace(inviteAccounts, users.map(toAccount));
          },
        },
        invitesTask(client, ctx, () => users),
      ],
      actions: [on(invitesRevoke, ({ id }, signal) => client.revoke(id, signal), { ids: /^[\w-]{22}$/ })],
      webhook,
    };
  },
});
