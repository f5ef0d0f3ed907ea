import { type ActionHandler, on, repairRefresh, sessionStop } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { sessionIdOf } from './map-sessions.js';

/** Plex has no messages to viewers: the reason of an end is the one thing that they are shown. */
export function actionHandlers(client: Client): readonly ActionHandler[] {
  return [
    on(sessionStop, ({ sessionId, message }, signal) => client.terminate(sessionId, message || undefined, signal), {
      ids: /^[\w-]+$/,
      // By its key alone no session can be ended.
      find: async (id, signal) => (await client.sessions(signal)).some((session) => sessionIdOf(session) === id),
    }),
    // Below a series the server goes down by itself, asked or not.
    on(repairRefresh, ({ itemId }, signal) => client.refresh(itemId, signal), { ids: /^\d+$/ }),
  ];
}
