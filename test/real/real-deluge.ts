import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import type { ClientPlace, NativeTorrent, RealClient } from './real-client.js';
import { listens, type RealProcess, realProcess } from './real-process.js';

const PASSWORD = 'real-deluge-1';
const CORE_PASSWORD = 'real-deluge-core-1';
const HOST = 'fedcba98765432100123456789abcdef';

export interface RealDeluge extends RealClient {
  /** The daemon behind the web interface, which the plugin never speaks to itself. */
  readonly daemon: RealProcess;
  /** The web interface alone. Once started again it has no daemon. */
  readonly web: RealProcess;
}

interface Row {
  readonly name: string;
  readonly state: string;
  readonly total_wanted: number;
  readonly total_remaining: number;
  readonly download_payload_rate: number;
}
const KEYS = ['name', 'state', 'total_wanted', 'total_remaining', 'download_payload_rate'];

/** deluged and deluge-web with a password, without DHT, PEX, local discovery and port mapping. Not started yet. */
export async function realDeluge({ name, folder, address }: ClientPlace): Promise<RealDeluge> {
  const [port, corePort, peerPort] = [await freePort(), await freePort(), await freePort(address)];
  const url = `http://127.0.0.1:${port}`;
  writeConfig({ folder, address, port, corePort, peerPort });
  const daemon = realProcess({
    command: 'deluged',
    args: ['-d', '-c', folder, '-i', address, '-u', '127.0.0.1', '-p', String(corePort)],
    url: `tcp://127.0.0.1:${corePort}`,
    isUp: () => listens(corePort),
    home: folder,
    logFile: join(folder, `${name}-daemon.log`),
  });
  const web = realProcess({
    command: 'deluge-web',
    args: ['-d', '-c', folder, '-i', '127.0.0.1', '-p', String(port)],
    url,
    home: folder,
    logFile: join(folder, `${name}-web.log`),
  });
  let cookie = '';

  async function call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const headers = { 'content-type': 'application/json', cookie };
    const body = JSON.stringify({ method, params, id: 1 });
    const answer = await fetch(`${url}/json`, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const { result, error } = (await answer.json()) as { result: unknown; error: { message: string } | null };
    if (error !== null) throw new Error(`${name}: ${method}: ${error.message}`);
    return result;
  }
  const act = async (method: string, params: readonly unknown[]) => {
    await call(method, params);
  };

  return {
    daemon,
    web,
    async start() {
      await daemon.start();
      await web.start();
      await call('auth.login', [PASSWORD]);
      await comesTrue(`${name} to be connected`, async () => {
        if (await call('web.connected')) return true;
        await call('web.connect', [HOST]);
        return false;
      });
    },
    stop: async () => {
      await web.stop();
      await daemon.stop();
    },
    kill: () => web.kill(),
    url,
    username: '',
    password: PASSWORD,
    peer: `${address}:${peerPort}`,
    add: (torrent, { paused = false } = {}) =>
      act('core.add_torrent_file', [torrent.name, torrent.bytes.toString('base64'), { add_paused: paused }]),
    addMagnet: (uri) => act('core.add_torrent_magnet', [uri, {}]),
    async list() {
      const rows = (await call('core.get_torrents_status', [{}, KEYS])) as Readonly<Record<string, Row>>;
      return Object.entries(rows).map(toNative);
    },
    pause: (hash) => act('core.pause_torrents', [[hash]]),
    resume: (hash) => act('core.resume_torrents', [[hash]]),
    limitDownloads: (count) => act('core.set_config', [{ max_active_downloading: count }]),
  };
}

const toNative = ([hash, row]: readonly [string, Row]): NativeTorrent => ({
  hash,
  name: row.name,
  state: row.state,
  sizeBytes: row.total_wanted,
  leftBytes: row.total_remaining,
  downBps: row.download_payload_rate,
});

interface Settings {
  readonly folder: string;
  readonly address: string;
  readonly port: number;
  readonly corePort: number;
  readonly peerPort: number;
}

function writeConfig({ folder, address, port, corePort, peerPort }: Settings): void {
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  // Two JSON documents in one file: the version of the format, then the values.
  const write = (name: string, version: number, values: object) =>
    writeFileSync(join(folder, name), JSON.stringify({ file: version, format: 1 }) + JSON.stringify(values));
  write('core.conf', 1, {
    download_location: downloads,
    allow_remote: false,
    daemon_port: corePort,
    listen_interface: address,
    outgoing_interface: address,
    random_port: false,
    listen_ports: [peerPort, peerPort],
    dht: false,
    upnp: false,
    natpmp: false,
    utpex: false,
    lsd: false,
    new_release_check: false,
    send_info: false,
    max_active_seeding: 20,
    max_active_limit: 30,
  });
  const salt = createHash('sha1').update(folder).digest('hex');
  write('web.conf', 1, {
    port,
    interface: '127.0.0.1',
    https: false,
    first_login: false,
    session_timeout: 3600,
    pwd_salt: salt,
    pwd_sha1: createHash('sha1').update(salt).update(PASSWORD).digest('hex'),
  });
  write('hostlist.conf', 3, { hosts: [[HOST, '127.0.0.1', corePort, 'localclient', CORE_PASSWORD]] });
  writeFileSync(join(folder, 'auth'), `localclient:${CORE_PASSWORD}:10\n`, { mode: 0o600 });
}
