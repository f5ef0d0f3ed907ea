import { type ActionHandler, fail, on, repairRefresh, sessionMessage, sessionStop } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import type { Session } from './upstream.js';

/** Sessions and titles alike. */
const IDS = { ids: /^[0-9a-f]{32}$/i };

/**
 * Looks for what is missing and leaves what is there: a lesser mode asks no database again about a title that was looked up
 * before. Below a series the server goes down by itself, asked or not.
 */
const REFRESH = {
  metadataRefreshMode: 'FullRefresh',
  imageRefreshMode: 'FullRefresh',
  replaceAllMetadata: false,
  replaceAllImages: false,
};

export function actionHandlers(client: Client): readonly ActionHandler[] {
  /** The server takes a command for any session and drops it in silence where the client cannot follow. */
  async function controllable(id: string, signal: AbortSignal): Promise<Session> {
    const session = (await client.sessions(signal)).find((one) => one.Id === id);
    if (session === undefined) throw fail('not_found', 'this session has ended');
    if (session.SupportsRemoteControl !== true) {
      throw fail('refused', `${session.Client ?? 'this client'} cannot be controlled from outside`);
    }
    return session;
  }

  return [
    on(
      sessionStop,
      async ({ sessionId, message }, signal) => {
        const session = await controllable(sessionId, signal);
        if (message !== undefined && message !== '' && showsMessages(session)) {
          await client.message(sessionId, message, signal);
        }
        await client.stop(sessionId, signal);
      },
      IDS,
    ),
    on(
      sessionMessage,
      async ({ sessionId, text }, signal) => {
        const session = await controllable(sessionId, signal);
        if (!showsMessages(session)) throw fail('refused', `${session.Client ?? 'this client'} cannot show messages`);
        await client.message(sessionId, text, signal);
      },
      IDS,
    ),
    on(repairRefresh, ({ itemId }, signal) => client.refresh(itemId, REFRESH, signal), IDS),
  ];
}

const showsMessages = (session: Session): boolean => session.SupportedCommands?.includes('DisplayMessage') ?? false;
