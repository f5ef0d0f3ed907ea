import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import type { ClientPlace, NativeTorrent, RealClient } from './real-client.js';
import { realProcess } from './real-process.js';

const USER = 'admin';
const PASSWORD = 'real-qbittorrent-1';

export interface RealQbittorrent extends RealClient {
  readonly downloads: string;
  /** Lets it connect to a peer at `address:port` for these torrents. */
  addPeer(hashes: readonly string[], peer: string): Promise<void>;
  /** Bytes per second, for one torrent. */
  limitUpload(hash: string, bytesPerSecond: number): Promise<void>;
}

interface Row {
  readonly hash: string;
  readonly name: string;
  readonly state: string;
  readonly size: number;
  readonly amount_left: number;
  readonly dlspeed: number;
}

/** qbittorrent-nox with a login, without DHT, PEX, local discovery and port mapping. Not started yet. */
export async function realQbittorrent({ name, folder, address }: ClientPlace): Promise<RealQbittorrent> {
  const port = await freePort();
  const peerPort = await freePort(address);
  const url = `http://127.0.0.1:${port}`;
  const downloads = join(folder, 'downloads');
  const profile = join(folder, 'qBittorrent', 'config');
  mkdirSync(downloads, { recursive: true });
  mkdirSync(profile, { recursive: true });
  writeFileSync(join(profile, 'qBittorrent.conf'), configFile({ downloads, address, peerPort, port }));
  const args = [`--profile=${folder}`];
  const process = realProcess({
    command: 'qbittorrent-nox',
    args,
    url,
    home: folder,
    logFile: join(folder, `${name}.log`),
  });
  let cookie = '';

  const send = (path: string, body?: URLSearchParams | FormData) =>
    fetch(`${url}/api/v2/${path}`, { headers: { cookie }, ...(body === undefined ? {} : { method: 'POST', body }) });

  async function call(path: string, body?: URLSearchParams | FormData): Promise<Response> {
    let answer = await send(path, body);
    if (answer.status === 403) {
      const login = await send('auth/login', new URLSearchParams({ username: USER, password: PASSWORD }));
      cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      answer = await send(path, body);
    }
    if (!answer.ok) throw new Error(`${name}: ${path} answered ${answer.status}`);
    return answer;
  }

  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    await call(path, new URLSearchParams(fields));
  };
  /** 5.x and 4.x call it by different names. */
  const either = async (verbs: readonly [string, string], hashes: string) =>
    post(`torrents/${verbs[0]}`, { hashes }).catch(() => post(`torrents/${verbs[1]}`, { hashes }));

  return {
    ...process,
    url,
    username: USER,
    password: PASSWORD,
    peer: `${address}:${peerPort}`,
    downloads,
    async add(torrent, { paused = false } = {}) {
      const form = new FormData();
      form.append('torrents', new Blob([new Uint8Array(torrent.bytes)]), `${torrent.name}.torrent`);
      for (const field of ['paused', 'stopped']) form.append(field, String(paused));
      await call('torrents/add', form);
    },
    addMagnet: (urls) => post('torrents/add', { urls }),
    async list() {
      const rows = (await (await call('torrents/info')).json()) as readonly Row[];
      return rows.map(toNative);
    },
    pause: (hash) => either(['stop', 'pause'], hash),
    resume: (hash) => either(['start', 'resume'], hash),
    limitDownloads: (count) =>
      post('app/setPreferences', { json: JSON.stringify({ queueing_enabled: true, max_active_downloads: count }) }),
    addPeer: (hashes, peers) => post('torrents/addPeers', { hashes: hashes.join('|'), peers }),
    limitUpload: (hashes, limit) => post('torrents/setUploadLimit', { hashes, limit: String(limit) }),
  };
}

const toNative = (row: Row): NativeTorrent => ({
  hash: row.hash,
  name: row.name,
  state: row.state,
  sizeBytes: row.size,
  leftBytes: row.amount_left,
  downBps: row.dlspeed,
});

interface Settings {
  readonly downloads: string;
  readonly address: string;
  readonly peerPort: number;
  readonly port: number;
}

function configFile({ downloads, address, peerPort, port }: Settings): string {
  const sections: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> = {
    LegalNotice: { Accepted: true },
    BitTorrent: {
      'Session\\AddTrackersEnabled': false,
      'Session\\DHTEnabled': false,
      'Session\\LSDEnabled': false,
      'Session\\PeXEnabled': false,
      'Session\\BTProtocol': 'TCP',
      'Session\\DefaultSavePath': downloads,
      'Session\\Interface': 'lo',
      'Session\\InterfaceName': 'lo',
      'Session\\InterfaceAddress': address,
      'Session\\Port': peerPort,
      'Session\\QueueingSystemEnabled': false,
      'Session\\MaxActiveUploads': 20,
      'Session\\MaxActiveTorrents': 30,
      'Session\\MaxUploads': 100,
      'Session\\MaxUploadsPerTorrent': 100,
    },
    Network: { PortForwardingEnabled: false },
    Preferences: {
      'General\\Locale': 'en',
      'WebUI\\Enabled': true,
      'WebUI\\Address': '127.0.0.1',
      'WebUI\\Port': port,
      'WebUI\\Username': USER,
      'WebUI\\Password_PBKDF2': `"@ByteArray(${passwordHash()})"`,
      'WebUI\\LocalHostAuth': true,
      'WebUI\\UseUPnP': false,
    },
  };
  return Object.entries(sections)
    .map(
      ([section, values]) =>
        `[${section}]\n${Object.entries(values)
          .map(([key, value]) => `${key}=${value}\n`)
          .join('')}`,
    )
    .join('\n');
}

/** As it is stored: PBKDF2 with SHA-512, 100,000 rounds, `salt:key` in base64. */
function passwordHash(): string {
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${pbkdf2Sync(PASSWORD, salt, 100_000, 64, 'sha512').toString('base64')}`;
}
