import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import type { ClientPlace } from './real-client.js';
import { type RealProcess, realProcess } from './real-process.js';
import type { TorrentFile } from './torrent-file.js';

/** A download in aria2's own words. */
export interface Aria2Download {
  readonly gid: string;
  /** `<status>`, with ` all` where nothing is missing. */
  readonly state: string;
  readonly sizeBytes: number;
  readonly leftBytes: number;
  /** Bytes per second. */
  readonly downBps: number;
  /** What came of it. */
  readonly followedBy: readonly string[];
}

export interface RealAria2 extends RealProcess {
  readonly url: string;
  readonly secret: string;
  /** `address:port` where it takes BitTorrent peers. */
  readonly peer: string;
  /** A folder that cannot be made. */
  readonly noFolder: string;
  /** The same for each of them: returns the gid. */
  add(torrent: TorrentFile, options?: Readonly<Record<string, string>>): Promise<string>;
  addUri(uri: string): Promise<string>;
  pause(gid: string): Promise<void>;
  list(): Promise<readonly Aria2Download[]>;
}

interface Row {
  readonly gid: string;
  readonly status: string;
  readonly totalLength: string;
  readonly completedLength: string;
  readonly downloadSpeed: string;
  readonly followedBy?: readonly string[];
}

const SECRET = 'real-aria2-1';

/** aria2c with four downloads at a time, without DHT, PEX and local discovery. Not started yet; it forgets everything. */
export async function realAria2({ name, folder, address }: ClientPlace): Promise<RealAria2> {
  const port = await freePort();
  const peerPort = await freePort(address);
  const url = `http://127.0.0.1:${port}`;
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(folder, 'file'), '');
  const options = {
    'no-conf': true,
    dir: downloads,
    'enable-rpc': true,
    'rpc-listen-all': false,
    'rpc-listen-port': port,
    'rpc-secret': SECRET,
    interface: address,
    'listen-port': peerPort,
    'disable-ipv6': true,
    'enable-dht': false,
    'enable-dht6': false,
    'bt-enable-lpd': false,
    'enable-peer-exchange': false,
    'seed-ratio': 0,
    // What only seeds takes no place of the four.
    'bt-detach-seed-only': true,
    'max-concurrent-downloads': 4,
    'file-allocation': 'none',
    'max-tries': 1,
  };
  const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
  const process = realProcess({ command: 'aria2c', args, url, home: folder, logFile: join(folder, `${name}.log`) });

  async function call<T>(method: string, ...parameters: readonly unknown[]): Promise<T> {
    const params = [`token:${SECRET}`, ...parameters];
    const body = JSON.stringify({ jsonrpc: '2.0', id: name, method: `aria2.${method}`, params });
    const answer = await fetch(`${url}/jsonrpc`, { method: 'POST', body });
    const { result, error } = (await answer.json()) as { result: T; error?: { message: string } };
    if (error !== undefined) throw new Error(`${name}: ${method}: ${error.message}`);
    return result;
  }

  return {
    ...process,
    url,
    secret: SECRET,
    peer: `${address}:${peerPort}`,
    noFolder: join(folder, 'file', 'in'),
    add: (torrent, options = {}) => call('addTorrent', torrent.bytes.toString('base64'), [], options),
    addUri: (uri) => call('addUri', [uri]),
    pause: async (gid) => {
      await call('forcePause', gid);
    },
    async list() {
      const active = await call<readonly Row[]>('tellActive');
      const waiting = await call<readonly Row[]>('tellWaiting', 0, 100);
      const stopped = await call<readonly Row[]>('tellStopped', 0, 100);
      return [...active, ...waiting, ...stopped].map(toNative);
    },
  };
}

function toNative({ gid, status, totalLength, completedLength, downloadSpeed, followedBy = [] }: Row): Aria2Download {
  const [sizeBytes, leftBytes] = [Number(totalLength), Number(totalLength) - Number(completedLength)];
  const state = sizeBytes > 0 && leftBytes === 0 ? `${status} all` : status;
  return { gid, state, sizeBytes, leftBytes, downBps: Number(downloadSpeed), followedBy };
}
