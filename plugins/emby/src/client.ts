/** Calls of Emby's API, below its own prefix, with the key in a header of its own. */
import {
  createClient as common,
  type Get,
  type ItemPage,
  MESSAGE_MS,
  sessionPath,
  type User,
} from '@sidelight/mediabrowser';
import { fail, type PluginContext } from '@sidelight/plugin-api';
import { plainEntry, plainItem } from './map.js';
import * as up from './upstream.js';

const ADMINS = '/Library/VirtualFolders/Query';
const USERS = 200;

async function everyUser(get: Get, signal: AbortSignal): Promise<readonly User[]> {
  const users: User[] = [];
  for (let total = 1; users.length < total; ) {
    const page = await get(up.UserPage, '/Users/Query', signal, { startIndex: users.length, limit: USERS });
    users.push(...page.Items);
    total = page.Items.length === 0 ? 0 : page.TotalRecordCount;
  }
  return users;
}

/** Titles are read as those of its relative. */
async function plain(page: Promise<ItemPage>): Promise<ItemPage> {
  const { Items, TotalRecordCount } = await page;
  return { Items: Items.map(plainItem), TotalRecordCount };
}

export type Client = ReturnType<typeof createClient>;

export function createClient(http: PluginContext['http'], apiKey: string) {
  const client = common(http, apiKey, {
    title: 'Emby',
    // An address that was copied with the prefix has it already.
    prefix: /\/emby$/i.test(http.baseUrl) ? '' : '/emby',
    token: (value) => ({ 'X-Emby-Token': value }),
    asDevice: (device) => ({
      Authorization: `Emby UserId="", Client="Sidelight", Device="Sidelight", DeviceId="${encodeURIComponent(device)}", Version="1"`,
    }),
    admins: ADMINS,
    // Its listings tell what they are asked for, and nothing else.
    fields: {
      whole: 'DateCreated,Path,ProviderIds,ProductionYear,Size,MediaSources',
      bare: 'Path',
      title: 'Path,ProviderIds,ProductionYear',
    },
    countsVersions: false,
    listsExtras: false,
    users: everyUser,
    libraries: async (get, signal) => (await get(up.LibraryPage, ADMINS, signal)).Items,
    mistaken: ({ ProductName }) =>
      /jellyfin/i.test(ProductName ?? '')
        ? fail('bad_response', 'this is Jellyfin, which supports only some of Emby’s API', {
            advice: 'write plugin: jellyfin',
          })
        : undefined,
  });

  return {
    ...client,
    items: (...asked: Parameters<typeof client.items>) => plain(client.items(...asked)),
    ids: (...asked: Parameters<typeof client.ids>) => plain(client.ids(...asked)),
    titles: (...asked: Parameters<typeof client.titles>) => plain(client.titles(...asked)),
    itemsById: (...asked: Parameters<typeof client.itemsById>) => plain(client.itemsById(...asked)),
    async log(since: string, start: number, limit: number, signal: AbortSignal) {
      const { Items } = await client.log(since, start, limit, signal);
      const users = Items.length === 0 ? [] : await client.users(signal);
      return { Items: Items.map((entry) => plainEntry(entry, users)) };
    },
    message: (sessionId: string, Text: string, signal: AbortSignal) =>
      client.post(sessionPath(sessionId, 'Message'), signal, null, { Header: 'Message', Text, TimeoutMs: MESSAGE_MS }),
    stop: (sessionId: string, signal: AbortSignal) =>
      client.post(sessionPath(sessionId, 'Playing/Stop'), signal, { Command: 'Stop' }),
  };
}
