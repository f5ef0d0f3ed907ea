import { type Logger, messageOf } from '@sidelight/plugin-api';
import type { Client } from './client.js';

/** Lets Jellyfin check a name and password, and takes the token back at once, so that no session is left behind. */
export const signInWith =
  (client: Client, log: Logger, device: string) => async (name: string, password: string, signal: AbortSignal) => {
    const { User, AccessToken } = await client.signIn(name, password, device, signal);
    await client.signOut(AccessToken, signal).catch((error: unknown) => {
      log.warn('the sign-in of a user could not be ended again', { reason: messageOf(error) });
    });
    const { IsAdministrator, IsDisabled } = User.Policy ?? {};
    return { name: User.Name, admin: IsAdministrator === true && IsDisabled !== true };
  };
