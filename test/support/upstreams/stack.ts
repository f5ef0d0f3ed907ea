/** The world's services as running servers, and the config that connects the daemon to them. */
import { createHash } from 'node:crypto';
import { generateKey } from '#core/keys/format.js';
import { type FakeMediaServer, startMediaServer } from './media-server.js';
import { type FakeQbittorrent, startQbittorrent } from './qbittorrent.js';
import { startRadarr } from './radarr.js';
import { type FakeSabnzbd, startSabnzbd } from './sabnzbd.js';
import { type FakeSeerr, startSeerr } from './seerr.js';
import type { FakeServarr } from './servarr.js';
import { startSonarr } from './sonarr.js';
import type { Upstream } from './upstream.js';

/** The integrations, in the order of the config. */
export const SOURCES = ['living-room', 'wishes', 'films', 'series', 'torrents', 'usenet'] as const;
export type SourceId = (typeof SOURCES)[number];

/** What the daemon signs in with; each unlike anything else, so that a search finds it wherever it leaks. */
export const CREDENTIALS: Readonly<Record<SourceId | 'torrents-user', string>> = {
  'living-room': 'jf-0f4c7a1d9b2e+key/with=signs',
  wishes: 'MTc2MzgzMzYwMDAwMGM5d2lzaGVz&k=y',
  films: 'f11m5a7d3c9e4b2f8a6d0c1e5b9f3a7d',
  series: '5e71e5b8c2d6f0a4e8b3c7d1f5a9e2b6',
  torrents: 'c0rrect horse "battery" staple?',
  'torrents-user': 'torrent-keeper',
  usenet: 'u5e4e7a0b1c2d3e4f5a6b7c8d9e0f1a2',
};

const PLUGINS: Readonly<Record<SourceId, string>> = {
  'living-room': 'jellyfin',
  wishes: 'seerr',
  films: 'radarr',
  series: 'sonarr',
  torrents: 'qbittorrent',
  usenet: 'sabnzbd',
};

export interface EntryOptions {
  /** 5s */
  readonly timeout?: string;
  /** Task → interval. */
  readonly schedule?: Readonly<Record<string, string>>;
  readonly webhookSecret?: string;
  /** The integration of the media server that its titles are of. */
  readonly server?: string;
}

export interface Stack {
  readonly livingRoom: FakeMediaServer;
  readonly wishes: FakeSeerr;
  readonly films: FakeServarr;
  readonly series: FakeServarr;
  readonly torrents: FakeQbittorrent;
  readonly usenet: FakeSabnzbd;
  upstream(id: SourceId): Upstream;
  /** Entries of a config, by the integration's id. */
  entries(options?: (id: SourceId) => EntryOptions): Readonly<Record<string, object>>;
  close(): Promise<void>;
}

export async function startStack(): Promise<Stack> {
  const livingRoom = await startMediaServer(CREDENTIALS['living-room']);
  const wishes = await startSeerr(CREDENTIALS.wishes);
  const films = await startRadarr(CREDENTIALS.films);
  const series = await startSonarr(CREDENTIALS.series);
  const torrents = await startQbittorrent(CREDENTIALS['torrents-user'], CREDENTIALS.torrents);
  const usenet = await startSabnzbd(CREDENTIALS.usenet);
  const all = { 'living-room': livingRoom, wishes, films, series, torrents, usenet };
  const upstream = (id: SourceId): Upstream => all[id].upstream;
  return {
    ...{ livingRoom, wishes, films, series, torrents, usenet, upstream },
    entries: (options = () => ({})) =>
      Object.fromEntries(
        SOURCES.map((id) => [
          id,
          { plugin: PLUGINS[id], url: upstream(id).url, timeout: '5s', ...credentialsOf(id), ...options(id) },
        ]),
      ),
    async close() {
      await Promise.all(SOURCES.map((id) => upstream(id).close()));
    },
  };
}

/** `integrations:` of a config, as JSON, which is YAML too. */
export const integrations = (entries: Readonly<Record<string, object>>): string =>
  `integrations: ${JSON.stringify(entries)}\n`;

const credentialsOf = (id: SourceId): object =>
  id === 'torrents'
    ? { username: CREDENTIALS['torrents-user'], password: CREDENTIALS.torrents }
    : { apiKey: CREDENTIALS[id] };

/** A key that may do everything, as often as it likes, and the config that declares it by its hash. */
export function unlimitedKey(): { readonly key: string; readonly config: string } {
  const key = generateKey();
  const hash = createHash('sha256').update(key).digest('hex');
  return { key, config: `keys: [{ name: e2e, scope: full, hash: "${hash}", perMinute: 0 }]\n` };
}
