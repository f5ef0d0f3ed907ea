import { type ActionHandler, fail, on, repairRefresh, sessionMessage, sessionStop } from '@sidelight/plugin-api';
import type { Client, Query } from './client.js';
import type { Session } from './upstream.js';

/** What differs: how ids look, and how commands are given. */
export interface Commands {
  readonly sessionIds: RegExp;
  readonly titleIds: RegExp;
  message(sessionId: string, text: string, signal: AbortSignal): Promise<void>;
  stop(sessionId: string, signal: AbortSignal): Promise<void>;
  /** Beside what both know. */
  readonly refresh?: Query;
}

/** How long a message stays on a screen. */
export const MESSAGE_MS = 8_000;

/**
 * Looks for what is missing and leaves what is there: a lesser mode asks no database again about a title that was looked up
 * before.
 */
const REFRESH = {
  metadataRefreshMode: 'FullRefresh',
  imageRefreshMode: 'FullRefresh',
  replaceAllMetadata: false,
  replaceAllImages: false,
};

export function actionHandlers(client: Client, commands: Commands): readonly ActionHandler[] {
  const sessions = { ids: commands.sessionIds };

  /** The server takes a command for any session and drops it in silence where the client cannot follow. */
  async function controllable(id: string, signal: AbortSignal): Promise<Session> {
    const session = (await client.sessions(signal)).find((one) => one.Id === id);
    if (session === undefined) throw fail('not_found', 'this session has already ended');
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
          await commands.message(sessionId, message, signal);
        }
        await commands.stop(sessionId, signal);
      },
      sessions,
    ),
    on(
      sessionMessage,
      async ({ sessionId, text }, signal) => {
        const session = await controllable(sessionId, signal);
        if (!showsMessages(session)) throw fail('refused', `${session.Client ?? 'this client'} cannot show messages`);
        await commands.message(sessionId, text, signal);
      },
      sessions,
    ),
    on(repairRefresh, ({ itemId }, signal) => client.refresh(itemId, { ...REFRESH, ...commands.refresh }, signal), {
      ids: commands.titleIds,
    }),
  ];
}

const showsMessages = (session: Session): boolean => session.SupportedCommands?.includes('DisplayMessage') ?? false;
