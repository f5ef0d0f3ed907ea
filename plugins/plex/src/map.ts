/** From Plex' answers to port items: the server, its people, libraries and devices. Titles are in map-items.ts, plays in map-sessions.ts. Pure. */
import type { ItemIn, mediaDevices, mediaLibraries, mediaServer, mediaUsers } from '@sidelight/plugin-api';
import type * as up from './upstream.js';
import { countOf, flagOf, isoTime, textOf } from './values.js';

export const serverOf = ({ server, pingMs }: up.Pinged): ItemIn<typeof mediaServer> => ({
  id: server.machineIdentifier,
  name: textOf(server.friendlyName) ?? 'Plex',
  version: server.version,
  instanceId: server.machineIdentifier,
  pingMs,
});

/** Whom Plex gives this number, whatever it is called at plex.tv. */
const OWNER = '1';
/** Nobody, or whom the server does not know. */
const NOBODY = '0';

/** As plays and sessions name them. */
export const userIdOf = (id: up.Loose): string | undefined => (textOf(id) === NOBODY ? undefined : textOf(id));

/** The server tells nobody's last visit: what they viewed last is the next best. @param views the newest first */
export const usersOf = (accounts: readonly up.Account[], views: readonly up.View[]): ItemIn<typeof mediaUsers>[] =>
  accounts.flatMap((account) => {
    const id = userIdOf(account.id);
    if (id === undefined) return [];
    const last = views.find(({ accountID }) => textOf(accountID) === id);
    return [
      {
        id,
        name: textOf(account.name) ?? id,
        admin: id === OWNER,
        lastAt: isoTime(last?.viewedAt),
        lastTitle: textOf(last?.grandparentTitle) ?? textOf(last?.title),
      },
    ];
  });

/** A library as the tasks need it. */
export interface WantedLibrary {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** Its titles are nobody else's: home videos, which no database knows. */
  readonly personal: boolean;
  readonly locations: readonly string[];
  /** A scan is running: what is missing now may be back in a minute. */
  readonly scanning: boolean;
  /** Another text whenever something in it has changed; undefined: this version does not tell. */
  readonly changed: string | undefined;
}

export interface LibraryChoice {
  readonly libraries?: readonly string[];
  readonly ignoreLibraries?: readonly string[];
}

export function wantedLibraries(all: readonly up.Section[], choice: LibraryChoice): readonly WantedLibrary[] {
  const same = (names: readonly string[] | undefined, name: string) =>
    names?.some((one) => one.toLowerCase() === name.toLowerCase());
  return all.flatMap((section) => {
    const name = textOf(section.title) ?? '';
    if (same(choice.libraries, name) === false || same(choice.ignoreLibraries, name) === true) return [];
    return [
      {
        id: String(section.key),
        name,
        kind: section.type,
        personal: /\bagents\.none$/.test(textOf(section.agent) ?? ''),
        locations: (section.Location ?? []).flatMap(({ path }) => textOf(path) ?? []),
        scanning: flagOf(section.refreshing) ?? false,
        changed: textOf(section.contentChangedAt),
      },
    ];
  });
}

/** Library → bytes. */
export function sizesOf({ MediaProvider }: Partial<up.Providers>): ReadonlyMap<string, number> {
  const features = (MediaProvider ?? []).flatMap(({ Feature }) => Feature ?? []);
  return new Map(
    features.flatMap(({ Directory }) =>
      (Directory ?? []).flatMap(({ id, storageTotal }) => {
        const [library, bytes] = [textOf(id), countOf(storageTotal)];
        return library === undefined || bytes === undefined ? [] : [[library, bytes] as const];
      }),
    ),
  );
}

const LIBRARY_TYPES: Readonly<Record<string, ItemIn<typeof mediaLibraries>['type']>> = {
  movie: 'movies',
  show: 'shows',
  artist: 'music',
};

export const libraryOf = (
  { id, name, kind, personal, locations }: WantedLibrary,
  sizes: ReadonlyMap<string, number>,
): ItemIn<typeof mediaLibraries> => ({
  id,
  name,
  type: personal && kind === 'movie' ? 'other' : (LIBRARY_TYPES[kind] ?? 'other'),
  sizeBytes: sizes.get(id),
  locations: locations.length === 0 ? undefined : [...locations],
});

/** Who used a device last, and when, only their views tell. @param views the newest first */
export const devicesOf = (
  devices: readonly up.Device[],
  accounts: readonly up.Account[],
  views: readonly up.View[],
): ItemIn<typeof mediaDevices>[] => {
  const rows = devices.map((device) => {
    const last = views.find(({ deviceID }) => textOf(deviceID) === String(device.id));
    const account = accounts.find(({ id }) => userIdOf(id) !== undefined && String(id) === textOf(last?.accountID));
    return {
      id: textOf(device.clientIdentifier) ?? String(device.id),
      name: textOf(device.name) ?? '',
      client: textOf(device.platform),
      user: textOf(account?.name),
      lastAt: isoTime(last?.viewedAt),
    };
  });
  // A client that was signed out and in again is listed twice.
  return [...new Map(rows.map((row) => [`${row.id}:${row.user ?? ''}`, row])).values()];
};
