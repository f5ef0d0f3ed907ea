import { type CodeSignIn, type Logger, messageOf, type SignedIn } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import type * as up from './upstream.js';

/**
 * Lets Jellyfin check a name and password, or a code of Quick Connect, and takes the token back at once, so that no session is
 * left behind.
 */
export function signInWith(client: Client, log: Logger, device: string) {
  async function settled({ User, AccessToken }: up.SignedIn, signal: AbortSignal): Promise<SignedIn> {
    await client.signOut(AccessToken, signal).catch((error: unknown) => {
      log.warn('the sign-in of a user could not be ended again', { reason: messageOf(error) });
    });
    const { IsAdministrator, IsDisabled } = User.Policy ?? {};
    return { name: User.Name, admin: IsAdministrator === true && IsDisabled !== true, userId: User.Id };
  }

  const signInByCode: CodeSignIn = {
    offered: (signal) => client.hasQuickConnect(signal),
    async begin(signal) {
      const { Code, Secret } = await client.beginQuickConnect(device, signal);
      return { code: Code, secret: Secret };
    },
    async settle(secret, signal) {
      const answer = await client.settleQuickConnect(secret, device, signal);
      return answer === null ? null : settled(answer, signal);
    },
  };

  return {
    signIn: async (name: string, password: string, signal: AbortSignal) =>
      settled(await client.signIn(name, password, device, signal), signal),
    signInByCode,
  };
}
