import { fail, type Integration } from '@sidelight/plugin-api';
import { lampTask, switchOn } from './house.js';

/** An upstream that can be taken down, and counts who asks it. */
export function upstream() {
  const calls = { check: 0, lamps: 0 };
  const state: { error: Error | null; taskError: Error | null } = { error: null, taskError: null };
  const integration: Partial<Integration> = {
    async check() {
      calls.check += 1;
      if (state.error !== null) throw state.error;
      return { name: 'Living room', version: '1.2' };
    },
    tasks: [
      lampTask(async (out, signal) => {
        calls.lamps += 1;
        const error = state.error ?? state.taskError;
        if (error !== null) throw error;
        await switchOn(out, signal);
      }),
    ],
  };
  return { calls, state, integration };
}

export const DOWN = fail('unreachable', 'GET /lamps at box:80: nothing listens at this address');
export const REFUSED = fail('auth_failed', 'GET /version answered 401: the server rejected the API key or password');
