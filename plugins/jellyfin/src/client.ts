/**
 * Calls of Jellyfin's API. The key goes into the Authorization header alone: the older headers and the query parameter
 * are refused by version 12.
 */
import { createClient as common, Libraries, MESSAGE_MS, SignedIn, sessionPath, Users } from '@sidelight/mediabrowser';
import { fail, type PluginContext, parse } from '@sidelight/plugin-api';
import * as up from './upstream.js';

const token = (value: string) => ({ Authorization: `MediaBrowser Token="${encodeURIComponent(value)}"` });

/** Named the same each time: a new device for each sign-in would fill the server's list of devices. */
const asDevice = (device: string) => ({
  Authorization: `MediaBrowser Client="Sidelight", Device="Sidelight", DeviceId="${encodeURIComponent(device)}", Version="1"`,
});

const ADMINS = '/Library/VirtualFolders';

export type Client = ReturnType<typeof createClient>;

export function createClient(http: PluginContext['http'], apiKey: string) {
  const headers = token(apiKey);
  const client = common(http, apiKey, {
    title: 'Jellyfin',
    prefix: '',
    token,
    asDevice,
    admins: ADMINS,
    fields: {
      whole: 'DateCreated,Path,ProviderIds,MediaSources',
      bare: 'Path,MediaSourceCount',
      title: 'ProviderIds',
    },
    countsVersions: true,
    listsExtras: true,
    users: (get, signal) => get(Users, '/Users', signal),
    libraries: (get, signal) => get(Libraries, ADMINS, signal),
  });

  return {
    ...client,
    headers,
    /** undefined: versions before 10.11 do not tell. */
    async storage(signal: AbortSignal): Promise<up.Storage | undefined> {
      const { status, data } = await http.get('/System/Info/Storage', { headers, signal, accept: [404] });
      return status === 404 ? undefined : parse(up.Storage, data, 'GET /System/Info/Storage');
    },
    message: (sessionId: string, Text: string, signal: AbortSignal) =>
      client.post(sessionPath(sessionId, 'Message'), signal, { Header: 'Message', Text, TimeoutMs: MESSAGE_MS }),
    stop: (sessionId: string, signal: AbortSignal) => client.post(sessionPath(sessionId, 'Playing/Stop'), signal),
    hasQuickConnect: (signal: AbortSignal) => client.get(up.Flag, '/QuickConnect/Enabled', signal),
    async beginQuickConnect(device: string, signal: AbortSignal): Promise<up.Code> {
      const path = '/QuickConnect/Initiate';
      const { data } = await http.post(path, null, { headers: asDevice(device), signal });
      return parse(up.Code, data, `POST ${path}`);
    },
    /** null: the code is not confirmed yet. */
    async settleQuickConnect(Secret: string, device: string, signal: AbortSignal): Promise<SignedIn | null> {
      const options = { headers: asDevice(device), signal, accept: [404] };
      const { status, data } = await http.get('/QuickConnect/Connect', { ...options, query: { secret: Secret } });
      if (status === 404) throw fail('not_found', 'the code has expired');
      if (!parse(up.Code, data, 'GET /QuickConnect/Connect').Authenticated) return null;
      const path = '/Users/AuthenticateWithQuickConnect';
      const answer = await http.post(path, { Secret }, { headers: asDevice(device), signal });
      return parse(SignedIn, answer.data, `POST ${path}`);
    },
  };
}
