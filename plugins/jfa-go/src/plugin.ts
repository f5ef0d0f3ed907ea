import { definePlugin, fill, inviteAccounts, invitesRevoke, on, Secret, Type } from '@sidelight/plugin-api';
import { connect, stranger } from './client.js';
import { invitesTask } from './invites-task.js';
import { toAccounts } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'jfa-go',
  title: 'jfa-go',
  kind: 'invites',
  defaultPort: 8056,
  recognise: stranger,
  config: Type.Object({
    username: Type.String({
      minLength: 1,
      description: 'An account that can sign in to jfa-go, ideally a user with "accounts admin"',
    }),
    password: Secret('Its password'),
  }),
  create(ctx) {
    const client = connect(ctx);
    return {
      async check(signal) {
        await client.count(signal);
        return { name: 'jfa-go' };
      },
      tasks: [
        invitesTask(client, ctx),
        fill(inviteAccounts, '15m', async (signal) =>
          toAccounts(await client.users(signal), await client.creations(signal)),
        ),
      ],
      actions: [on(invitesRevoke, ({ id }, signal) => client.revoke(id, signal), { ids: /^[\w-]{22}$/ })],
      webhook,
    };
  },
});
