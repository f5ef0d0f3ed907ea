/** The routes of the fake server that answer with data. */
import type { FakeLibrary, Query, Wire } from './library.js';
import type { FakeSessions } from './sessions.js';

export interface FakeUser {
  readonly name: string;
  readonly admin?: boolean;
  readonly disabled?: boolean;
  readonly password?: string;
  /** ISO; not given: never active. */
  readonly lastAt?: string;
}

export interface World {
  readonly serverId: string;
  readonly name: string;
  readonly version: string;
  readonly users: readonly FakeUser[];
  readonly libraries: readonly FakeLibrary[];
  readonly sessions: FakeSessions;
  readonly scanning: ReadonlySet<string>;
  readonly jobs: readonly Wire[];
  readonly log: readonly Wire[];
  readonly userIdOf: (name: string) => string;
  readonly now: () => Date;
}

export const DEFAULT_JOBS: readonly Wire[] = [
  {
    Id: 'job-scan',
    Key: 'RefreshLibrary',
    Name: 'Scan Media Library',
    State: 'Idle',
    IsHidden: false,
    LastExecutionResult: { Status: 'Completed', EndTimeUtc: '2026-01-01T06:04:21.5000000Z' },
  },
  {
    Id: 'job-images',
    Key: 'RefreshTrickplayImages',
    Name: 'Generate Trickplay Images',
    State: 'Idle',
    IsHidden: false,
  },
];

type Route = (world: World, params: URLSearchParams) => unknown;

export const ROUTES: Readonly<Record<string, Route>> = {
  'GET /System/Info': (world) => ({ ...publicInfo(world), HasPendingRestart: false, IsShuttingDown: false }),
  'GET /System/Info/Public': publicInfo,
  'GET /System/Ping': () => 'Jellyfin Server',
  'GET /Users': (world) => world.users.map((user) => userOf(world, user)),
  'GET /Library/VirtualFolders': foldersOf,
  'GET /Sessions': (world) => world.sessions.list(),
  'GET /Devices': devicesOf,
  'GET /ScheduledTasks': (world) => world.jobs,
  'GET /Items': listItems,
  'GET /System/ActivityLog/Entries': logOf,
};

function logOf({ log }: World, params: URLSearchParams): Wire {
  const start = Number(params.get('startIndex') ?? 0);
  const since = params.get('minDate') ?? '';
  const entries = log.filter(({ Date: at }) => String(at) >= since);
  const limit = Number(params.get('limit') ?? entries.length);
  return { Items: entries.slice(start, start + limit), TotalRecordCount: entries.length, StartIndex: start };
}

function publicInfo({ serverId, name, version }: World): Wire {
  return { Id: serverId, ServerName: name, Version: version, ProductName: 'Jellyfin Server', OperatingSystem: '' };
}

export const userOf = (world: World, user: FakeUser): Wire => ({
  Id: world.userIdOf(user.name),
  Name: user.name,
  ServerId: world.serverId,
  ...(user.lastAt === undefined ? {} : { LastActivityDate: user.lastAt.replace('Z', '1234Z') }),
  Policy: { IsAdministrator: user.admin ?? false, IsDisabled: user.disabled ?? false },
});

function foldersOf({ libraries, scanning }: World): readonly Wire[] {
  return libraries.map(({ folder }) => ({
    Name: folder.name,
    ItemId: folder.id,
    CollectionType: folder.collectionType,
    Locations: [`/media/${folder.name}`],
    RefreshStatus: scanning.has(folder.id) ? 'Active' : 'Idle',
  }));
}

function devicesOf({ users, userIdOf, now }: World): Wire {
  const items = users.map((user) => ({
    Id: `device-${user.name}-TV`,
    Name: 'TV',
    AppName: 'Jellyfin Android TV',
    LastUserId: userIdOf(user.name),
    LastUserName: user.name,
    DateLastActivity: now().toISOString().replace('Z', '0000Z'),
  }));
  return { Items: items, TotalRecordCount: items.length, StartIndex: 0 };
}

const words = (params: URLSearchParams, name: string): ReadonlySet<string> =>
  new Set((params.get(name) ?? '').split(',').filter((word) => word !== ''));

function listItems({ libraries }: World, params: URLSearchParams): Wire {
  const since = Date.parse(params.get('minDateLastSaved') ?? '');
  const query: Query = {
    start: Number(params.get('startIndex') ?? 0),
    limit: Number(params.get('limit') ?? Number.MAX_SAFE_INTEGER),
    since: Number.isNaN(since) ? undefined : since,
    types: words(params, 'includeItemTypes'),
    fields: words(params, 'fields'),
  };
  const ids = words(params, 'ids');
  if (ids.size > 0) return pageOf(byId(libraries, ids, query.fields), query.start);
  const library = libraries.find(({ folder }) => folder.id === params.get('parentId'));
  if (library === undefined) return pageOf([], query.start);
  const { items, total } = library.page(query);
  const counted = params.get('enableTotalRecordCount') === 'false' ? items.length : total;
  return { Items: items, TotalRecordCount: counted, StartIndex: query.start };
}

const byId = (libraries: readonly FakeLibrary[], ids: ReadonlySet<string>, fields: ReadonlySet<string>) =>
  [...ids].flatMap((id) =>
    libraries.flatMap((library) => {
      const index = library.indexOf(id);
      return index === undefined ? [] : [library.itemAt(index, fields)];
    }),
  );

const pageOf = (items: readonly Wire[], start: number): Wire => ({
  Items: items,
  TotalRecordCount: items.length,
  StartIndex: start,
});
