import { type Logger, messageOf, type SignedIn } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import type * as up from './upstream.js';

/** Takes the token of a sign-in back at once, so that no session is left behind. */
export const settleWith =
  (client: Client, log: Logger) =>
  async ({ User, AccessToken }: up.SignedIn, signal: AbortSignal): Promise<SignedIn> => {
    await client.signOut(AccessToken, signal).catch((error: unknown) => {
      log.warn('the sign-in of a user could not be ended again', { reason: messageOf(error) });
    });
    const { IsAdministrator, IsDisabled } = User.Policy ?? {};
    return { name: User.Name, admin: IsAdministrator === true && IsDisabled !== true, userId: User.Id };
  };

/** Lets the server check a name and a password. */
export const signInWith = (client: Client, log: Logger, device: string) => {
  const settled = settleWith(client, log);
  return async (name: string, password: string, signal: AbortSignal): Promise<SignedIn> =>
    settled(await client.signIn(name, password, device, signal), signal);
};
