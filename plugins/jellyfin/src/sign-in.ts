import { settleWith } from '@sidelight/mediabrowser';
import type { CodeSignIn, Logger } from '@sidelight/plugin-api';
import type { Client } from './client.js';

/** Lets Jellyfin check a code of Quick Connect. */
export function signInByCodeWith(client: Client, log: Logger, device: string): CodeSignIn {
  const settled = settleWith(client, log);
  return {
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
}
