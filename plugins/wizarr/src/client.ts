/** Calls of Wizarr's API, and how an invitation is told from all others without its code. */
import {
  codeDigest,
  codeOf,
  fail,
  type HttpOptions,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import * as up from './upstream.js';

/** Whoever lists users waits for every media server that Wizarr knows, up to 10 s for one that hangs. */
const USERS_MS = 60_000;

/** Its description of the API, which anybody may read. */
export const apiDocument: Recognition = {
  get: '/api/swagger.json',
  is: ({ data }) => JSON.stringify(data ?? '').includes('"title":"Wizarr API"'),
};

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;

export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Context) {
  const headers = { 'X-API-Key': config.apiKey };
  const idOf = ({ code }: Pick<up.Invitation, 'code'>): string => codeDigest(code, config.apiKey);

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    options: Pick<HttpOptions, 'timeoutMs'> = {},
  ): Promise<Static<S>> {
    const { data } = await http.get(path, { headers, signal, schema, ...options });
    return parse(schema, data, `GET ${path}`);
  }

  const invitations = async (signal: AbortSignal): Promise<readonly up.Invitation[]> =>
    (await get(up.Invitations, '/api/invitations', signal)).invitations;

  const find = async (id: string, signal: AbortSignal): Promise<up.Invitation | undefined> =>
    (await invitations(signal)).find((one) => idOf(one) === id);

  /** Where it cannot be told either, what went wrong first is what is known. */
  const isGone = async (id: string, signal: AbortSignal): Promise<boolean> =>
    (await find(id, signal).catch(() => 'unknown')) === undefined;

  return {
    idOf,
    invitations,

    status: (signal: AbortSignal) => get(up.Status, '/api/status', signal),

    users: async (signal: AbortSignal): Promise<readonly up.User[]> =>
      (await get(up.Users, '/api/users', signal, { timeoutMs: Math.max(http.timeoutMs, USERS_MS) })).users,

    /** Wizarr's own id may be another's by now, so it is looked up by the code just before. */
    async revoke(id: string, signal: AbortSignal): Promise<void> {
      const found = await find(id, signal);
      if (found === undefined) throw fail('not_found', GONE);
      try {
        const { status } = await http.delete(`/api/invitations/${found.id}`, { headers, signal, accept: [404] });
        if (status === 404) throw fail('not_found', GONE);
      } catch (error) {
        if (codeOf(error) !== 'unreachable' || !(await isGone(id, signal))) throw error;
      }
    },
  };
}

const GONE = 'Wizarr has no such invitation (any more)';
