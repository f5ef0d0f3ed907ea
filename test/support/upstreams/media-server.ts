/** The media server of the world: Jellyfin 12 with the few titles that are there. */
import { FakeSessions } from '../jellyfin/sessions.js';
import { at, dispatch, type Route } from './routes.js';
import { type Reply, startUpstream, type Upstream } from './upstream.js';

export interface FakeMediaServer {
  readonly upstream: Upstream;
  readonly sessions: FakeSessions;
  /** Ids of titles whose refresh was asked for. */
  readonly refreshed: readonly string[];
}

const SERVER_ID = '5f1c2a7b9d3e4f60a1b2c3d4e5f60718';
const FILMS = 'a'.repeat(32);
const SERIES = 'b'.repeat(32);

/** Ids of titles, as the request manager knows them too. */
export const TITLES = {
  metropolis: '7b0c4c5e9d1f4f0aa1b2c3d4e5f60718',
  harbor: '6a1f5d6f0e2050bbb2c3d4e5f6071829',
  harborS02E01: '6a1f5d6f0e2050bbb2c3d4e5f6070201',
  ridge: '9d2e6e7f1f3161ccc3d4e5f60718293a',
  lanterns: '8c1d5d6f0e2050bbb2c3d4e5f6071829',
} as const;

const title = (ParentId: string, Id: string, Type: string, Name: string, more: object) => ({
  ...{ ParentId, Id, Type, Name, LocationType: 'FileSystem', DateCreated: '2026-08-10T20:00:00.0000000Z' },
  ImageTags: { Primary: 'p1', Logo: 'l1' },
  ...more,
});

const file = (path: string, Size: number) => ({
  ...{ Path: path, RunTimeTicks: 54_000_000_000 },
  MediaSources: [{ Path: path, Size, IsRemote: false, Protocol: 'File', Container: 'mkv' }],
});

const ITEMS = [
  title(FILMS, TITLES.metropolis, 'Movie', 'Metropolis', {
    ...{ ProductionYear: 1927, ProviderIds: { Tmdb: '19', Imdb: 'tt0017136' } },
    ...file('/media/films/Metropolis (1927)/Metropolis.mkv', 12_884_901_888),
  }),
  title(SERIES, TITLES.harbor, 'Series', 'Example Harbor', {
    ...{ ProductionYear: 2024, ProviderIds: { Tvdb: '9900001', Tmdb: '900001', Imdb: 'tt9900001' } },
  }),
  title(SERIES, TITLES.harborS02E01, 'Episode', 'High Water', {
    ...{
      ProductionYear: 2026,
      ProviderIds: { Tvdb: '9902101' },
      SeriesId: TITLES.harbor,
      SeriesName: 'Example Harbor',
    },
    ...{ ParentIndexNumber: 2, IndexNumber: 1, SeriesPrimaryImageTag: 'p1' },
    ...file('/media/series/Example Harbor/Season 02/Example Harbor - S02E01.mkv', 2_147_483_648),
  }),
  title(SERIES, TITLES.ridge, 'Series', 'Signal Ridge', { ProviderIds: { Tvdb: '9900002' } }),
  title(SERIES, TITLES.lanterns, 'Series', 'Paper Lanterns', { ProviderIds: { Tvdb: '9900003' } }),
];

const LIBRARIES = [
  { Name: 'Films', ItemId: FILMS, CollectionType: 'movies', RefreshStatus: 'Idle' },
  { Name: 'Series', ItemId: SERIES, CollectionType: 'tvshows', RefreshStatus: 'Idle' },
];

const userIdOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32);
const user = (name: string, IsAdministrator: boolean) => ({
  ...{ Id: userIdOf(name), Name: name, LastActivityDate: '2026-11-20T18:12:31.4420000Z' },
  Policy: { IsAdministrator, IsDisabled: false },
});
const USERS = [user('Ada', true), user('Grace', false)];

/** An incremental listing brings nothing: what is there was saved long ago. */
function listed(query: URLSearchParams): Reply {
  const types = (query.get('includeItemTypes') ?? '').split(',');
  const ids = query.get('ids')?.split(',');
  const isWanted = (item: (typeof ITEMS)[number]): boolean =>
    ids?.includes(item.Id) ??
    (!query.has('minDateLastSaved') && item.ParentId === query.get('parentId') && types.includes(item.Type));
  const Items = ITEMS.filter(isWanted);
  const start = Number(query.get('startIndex') ?? 0);
  return { body: { Items: Items.slice(start), TotalRecordCount: Items.length, StartIndex: start } };
}

export async function startMediaServer(apiKey: string): Promise<FakeMediaServer> {
  const sessions = new FakeSessions(SERVER_ID, () => new Date(), userIdOf);
  const refreshed: string[] = [];
  const info = { Id: SERVER_ID, ServerName: 'living-room-box', Version: '12.2.0' };
  const done: Reply = { status: 204 };
  const unknown: Reply = { status: 404, body: 'Error processing request.' };
  const onSession = (id: string, act: () => void): Reply => {
    if (!sessions.has(id)) return unknown;
    act();
    return done;
  };

  const routes: readonly Route[] = [
    ['GET', at('/System/Info'), () => ({ body: info })],
    ['GET', at('/Users'), () => ({ body: USERS })],
    ['GET', at('/Library/VirtualFolders'), () => ({ body: LIBRARIES })],
    ['GET', at('/Sessions'), () => ({ body: sessions.list() })],
    ['GET', at('/Devices'), () => ({ body: { Items: DEVICES, TotalRecordCount: DEVICES.length } })],
    ['GET', at('/ScheduledTasks'), () => ({ body: JOBS })],
    ['GET', at('/System/ActivityLog/Entries'), () => ({ body: { Items: [], TotalRecordCount: 0, StartIndex: 0 } })],
    ['GET', at('/Items'), ({ query }) => listed(query)],
    ['POST', at('/Sessions/:id/Playing/Stop'), (_, id = '') => onSession(id, () => sessions.stop(id))],
    [
      'POST',
      at('/Sessions/:id/Message'),
      ({ body }, id = '') => onSession(id, () => sessions.message(id, String(JSON.parse(body).Text))),
    ],
    [
      'POST',
      at('/Items/:id/Refresh'),
      (_, id = '') => {
        if (!ITEMS.some((item) => item.Id === id)) return unknown;
        refreshed.push(id);
        return done;
      },
    ],
  ];
  const upstream = await startUpstream({
    answer: (asked) =>
      asked.headers.authorization?.includes(`Token="${encodeURIComponent(apiKey)}"`) === true
        ? dispatch(routes, asked)
        : { status: 401 },
  });
  return { upstream, sessions, refreshed };
}

const JOBS = [
  {
    ...{ Id: 'job-scan', Key: 'RefreshLibrary', Name: 'Scan Media Library', State: 'Idle', IsHidden: false },
    LastExecutionResult: { Status: 'Completed', EndTimeUtc: '2026-11-20T06:04:21.5000000Z' },
  },
];
const DEVICES = [
  {
    ...{ Id: 'device-ada-tv', Name: 'TV', AppName: 'Jellyfin Android TV', LastUserName: 'Ada' },
    DateLastActivity: '2026-11-20T18:12:31.4420000Z',
  },
];
