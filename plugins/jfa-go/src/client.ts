/** Calls of jfa-go's API. Its settings are never asked for: they hold Jellyfin's password. */
import {
  codeDigest,
  codeOf,
  fail,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import { type Credentials, openSession } from './session.js';
import * as up from './upstream.js';

const PAGE = 100;
/** jfa-go keeps 1000 entries. */
const MOST_PAGES = 10;
const CREATIONS = [{ class: 'bool', field: 'accountCreation', operator: '=', value: true }];

/** How it turns strangers away. */
export const stranger: Recognition = {
  get: '/invites',
  is: ({ status, data }) => status === 401 && JSON.stringify(data) === '{"response":"","error":"Unauthorized"}',
};

type Context = Pick<PluginContext<Credentials>, 'http' | 'clock' | 'config'>;

export type Client = ReturnType<typeof connect>;

export function connect(ctx: Context) {
  const send = openSession(ctx);
  const idOf = (code: string): string => codeDigest(code, ctx.config.password);

  async function get<S extends TSchema>(schema: S, path: string, signal: AbortSignal): Promise<Static<S>> {
    const { data } = await send({ method: 'GET', path, schema }, signal);
    return parse(schema, data, `GET ${path}`);
  }

  const invites = async (signal: AbortSignal): Promise<readonly up.Invite[]> =>
    (await get(up.Invites, '/invites', signal)).invites ?? [];

  const find = async (id: string, signal: AbortSignal): Promise<up.Invite | undefined> =>
    (await invites(signal)).find(({ code }) => idOf(code) === id);

  /** Where it cannot be told either, what went wrong first is what is known. */
  const isGone = async (id: string, signal: AbortSignal): Promise<boolean> =>
    (await find(id, signal).catch(() => 'unknown')) === undefined;

  /** The newest first, down to a moment. Early versions keep none, and say so with 404. */
  async function activities(filter: object, since: number, signal: AbortSignal): Promise<readonly up.Activity[]> {
    const found: up.Activity[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const body = { limit: PAGE, page, sortByField: 'time', ascending: false, ...filter };
      const { status, data } = await send({ method: 'POST', path: '/activity', body, accept: [404] }, signal);
      if (status === 404) break;
      const answer = parse(up.Activities, data, 'POST /activity');
      const rows = answer.activities ?? [];
      found.push(...rows.filter(({ time }) => time >= since));
      if (answer.last_page !== false || rows.length === 0 || rows.some(({ time }) => time < since)) break;
    }
    return found;
  }

  async function remove(code: string, signal: AbortSignal): Promise<void> {
    const { status, data } = await send({ method: 'DELETE', path: '/invites', body: { code }, accept: [400] }, signal);
    if (status !== 400) return;
    const { error } = parse(up.Refusal, data, 'DELETE /invites');
    if (/doesn't exist/.test(error)) throw fail('not_found', GONE);
    throw fail('refused', 'jfa-go refused to delete this invitation');
  }

  return {
    idOf,
    invites,

    count: (signal: AbortSignal) => get(up.Count, '/invites/count', signal),

    users: async (signal: AbortSignal): Promise<readonly up.User[]> =>
      (await get(up.Users, '/users', signal)).users ?? [],

    /** Of everything, that moment included. */
    activitiesSince: (since: number, signal: AbortSignal) => activities({}, since, signal),

    /** As far back as jfa-go remembers. */
    creations: (signal: AbortSignal) => activities({ queries: CREATIONS }, 0, signal),

    /** Only the digest of its code is known outside, so the code is looked up. */
    async revoke(id: string, signal: AbortSignal): Promise<void> {
      const found = await find(id, signal);
      if (found === undefined) throw fail('not_found', GONE);
      try {
        await remove(found.code, signal);
      } catch (error) {
        if (codeOf(error) !== 'unreachable' || !(await isGone(id, signal))) throw error;
      }
    },
  };
}

const GONE = 'jfa-go has no such invitation (any more)';
