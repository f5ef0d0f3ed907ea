/** From Jellyfin's answers to port items: the server, its people, devices and jobs. Titles are in map-items.ts, plays in map-sessions.ts. */
import type { ItemIn, mediaDevices, mediaJobs, mediaLibraries, mediaServer, mediaUsers } from '@sidelight/plugin-api';
import { isoTime } from './times.js';
import type * as up from './upstream.js';

export const serverOf = (info: up.SystemInfo, pingMs: number): ItemIn<typeof mediaServer> => ({
  id: info.Id,
  name: info.ServerName ?? 'Jellyfin',
  version: info.Version,
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

/** Collections and playlists are no libraries: they hold what lies in others. */
const LISTS = new Set(['boxsets', 'playlists']);

export interface LibraryChoice {
  readonly libraries?: readonly string[];
  readonly ignoreLibraries?: readonly string[];
}

export function wantedLibraries(all: readonly up.Library[], choice: LibraryChoice): readonly WantedLibrary[] {
  const same = (names: readonly string[] | undefined, name: string) =>
    names?.some((one) => one.toLowerCase() === name.toLowerCase());
  return all.flatMap((library) => {
    const name = library.Name ?? '';
    const kind = library.CollectionType ?? undefined;
    if (typeof library.ItemId !== 'string' || (kind !== undefined && LISTS.has(kind))) return [];
    if (same(choice.libraries, name) === false || same(choice.ignoreLibraries, name) === true) return [];
    const locations = library.Locations ?? [];
    return [{ id: library.ItemId, name, kind, locations, scanning: library.RefreshStatus === 'Active' }];
  });
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
    const key = `${device.Id}:${user}`;
    if (rows.has(key)) continue;
    rows.set(key, {
      id: device.Id,
      name: device.CustomName ?? device.Name ?? '',
      client: device.AppName ?? undefined,
      user: user || undefined,
      lastAt: isoTime(device.DateLastActivity),
    });
  }
  return [...rows.values()];
}

const STATES = { Idle: 'idle', Running: 'running', Cancelling: 'cancelling' } as const;
const RESULTS = { Completed: 'completed', Failed: 'failed', Cancelled: 'cancelled', Aborted: 'aborted' } as const;

export const jobsOf = (jobs: readonly up.Job[]): readonly ItemIn<typeof mediaJobs>[] =>
  jobs
    .filter((job) => job.IsHidden !== true)
    .map((job) => ({
      id: job.Id,
      name: job.Name ?? job.Id,
      state: STATES[job.State as keyof typeof STATES] ?? 'unknown',
      result: resultOf(job),
      progress:
        typeof job.CurrentProgressPercentage === 'number' ? Math.floor(job.CurrentProgressPercentage) : undefined,
      lastAt: isoTime(job.LastExecutionResult?.EndTimeUtc),
      durationMs: durationOf(job),
    }));

/** One that was never run has no result at all. */
function resultOf({ LastExecutionResult: last }: up.Job) {
  if (last === undefined || last === null) return 'never';
  return RESULTS[last.Status as keyof typeof RESULTS] ?? 'unknown';
}

function durationOf({ LastExecutionResult: last }: up.Job): number | undefined {
  const [began, ended] = [isoTime(last?.StartTimeUtc), isoTime(last?.EndTimeUtc)];
  return began === undefined || ended === undefined ? undefined : Math.max(0, Date.parse(ended) - Date.parse(began));
}
