/** From the servers' answers to port items: the server, its people, libraries and devices. Titles are in map-items.ts, plays in map-sessions.ts, tasks in map-jobs.ts. */
import type { ItemIn, mediaDevices, mediaLibraries, mediaServer, mediaUsers } from '@sidelight/plugin-api';
import { isoTime } from './times.js';
import type * as up from './upstream.js';

export const serverOf = ({ info, pingMs }: up.Pinged, title: string): ItemIn<typeof mediaServer> => ({
  id: info.Id,
  name: info.ServerName ?? title,
  version: info.Version,
  instanceId: info.Id,
  pingMs,
});

export const userOf = (user: up.User): ItemIn<typeof mediaUsers> => ({
  id: user.Id,
  name: user.Name,
  admin: user.Policy?.IsAdministrator ?? false,
  lastAt: isoTime(user.LastActivityDate),
  disabled: user.Policy?.IsDisabled ?? undefined,
});

/** A library as the tasks need it. */
export interface WantedLibrary {
  readonly id: string;
  readonly name: string;
  readonly kind: string | undefined;
  readonly locations: readonly string[];
  /** A scan is running: what is missing now may be back in a minute. */
  readonly scanning: boolean;
}

export interface KnownLibraries {
  readonly wanted: readonly WantedLibrary[];
  /** Every library has its id. One that was renamed has none until the next scan, and its titles are not gone. */
  readonly settled: boolean;
}

/** Collections and playlists are no libraries: they hold what lies in others. */
const LISTS = new Set(['boxsets', 'playlists']);

export interface LibraryChoice {
  readonly libraries?: readonly string[];
  readonly ignoreLibraries?: readonly string[];
}

export function wantedLibraries(all: readonly up.Library[], choice: LibraryChoice): KnownLibraries {
  const same = (names: readonly string[] | undefined, name: string) =>
    names?.some((one) => one.toLowerCase() === name.toLowerCase());
  const wanted = all.flatMap((library) => {
    const name = library.Name ?? '';
    const kind = library.CollectionType ?? undefined;
    if (typeof library.ItemId !== 'string' || (kind !== undefined && LISTS.has(kind))) return [];
    if (same(choice.libraries, name) === false || same(choice.ignoreLibraries, name) === true) return [];
    const locations = library.Locations ?? [];
    return [{ id: library.ItemId, name, kind, locations, scanning: library.RefreshStatus === 'Active' }];
  });
  return { wanted, settled: all.every(({ ItemId }) => typeof ItemId === 'string') };
}

const LIBRARY_TYPES: Readonly<Record<string, ItemIn<typeof mediaLibraries>['type']>> = {
  movies: 'movies',
  tvshows: 'shows',
  music: 'music',
};

export const libraryOf = ({ id, name, kind = '', locations }: WantedLibrary): ItemIn<typeof mediaLibraries> => ({
  id,
  name,
  type: LIBRARY_TYPES[kind] ?? 'other',
  locations: locations.length === 0 ? undefined : [...locations],
});

/** The server keeps one row for each token, so a client and user may come twice: the newest, which comes first, counts. */
export function devicesOf(devices: readonly up.Device[]): readonly ItemIn<typeof mediaDevices>[] {
  const rows = new Map<string, ItemIn<typeof mediaDevices>>();
  for (const device of devices) {
    const user = device.LastUserName ?? '';
    // As sessions name it: of the two servers only one has an id of its own for it.
    const id = device.ReportedDeviceId ?? device.Id;
    const key = `${id}:${user}`;
    if (rows.has(key)) continue;
    rows.set(key, {
      id,
      name: device.CustomName ?? device.Name ?? '',
      client: device.AppName ?? undefined,
      user: user || undefined,
      lastAt: isoTime(device.DateLastActivity),
    });
  }
  return [...rows.values()];
}
