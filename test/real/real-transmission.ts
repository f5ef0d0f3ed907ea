import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import type { ClientPlace, NativeTorrent, RealClient } from './real-client.js';
import { realProcess } from './real-process.js';

const USER = 'transmission';
const PASSWORD = 'real-transmission-1';

interface Row {
  readonly hashString: string;
  readonly name: string;
  readonly status: number;
  readonly error: number;
  readonly sizeWhenDone: number;
  readonly leftUntilDone: number;
  readonly rateDownload: number;
}
const FIELDS = ['hashString', 'name', 'status', 'error', 'sizeWhenDone', 'leftUntilDone', 'rateDownload'];

/** transmission-daemon with a login, without DHT, PEX, local discovery and port mapping. Not started yet. */
export async function realTransmission({ name, folder, address }: ClientPlace): Promise<RealClient> {
  const port = await freePort();
  const peerPort = await freePort(address);
  const url = `http://127.0.0.1:${port}`;
  const settings = settingsFile({ folder, address, peerPort, port });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const args = ['--foreground', '--config-dir', folder];
  const process = realProcess({
    command: 'transmission-daemon',
    args,
    url,
    home: folder,
    logFile: join(folder, `${name}.log`),
  });
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  let sessionId = '';

  const send = (body: string) =>
    fetch(`${url}/transmission/rpc`, {
      method: 'POST',
      body,
      headers: { authorization, 'x-transmission-session-id': sessionId },
    });

  async function call(method: string, args: object): Promise<unknown> {
    const body = JSON.stringify({ method, arguments: args });
    let answer = await send(body);
    if (answer.status === 409) {
      sessionId = answer.headers.get('x-transmission-session-id') ?? '';
      answer = await send(body);
    }
    const { result, arguments: given } = (await answer.json()) as { result: string; arguments: unknown };
    if (result !== 'success') throw new Error(`${name}: ${method}: ${result}`);
    return given;
  }
  const act = async (method: string, args: object) => {
    await call(method, args);
  };

  return {
    ...process,
    url,
    username: USER,
    password: PASSWORD,
    peer: `${address}:${peerPort}`,
    add: (torrent, { paused = false } = {}) =>
      act('torrent-add', { metainfo: torrent.bytes.toString('base64'), paused }),
    addMagnet: (filename) => act('torrent-add', { filename }),
    async list() {
      const { torrents } = (await call('torrent-get', { fields: FIELDS })) as { torrents: readonly Row[] };
      return torrents.map(toNative);
    },
    pause: (hash) => act('torrent-stop', { ids: [hash] }),
    resume: (hash) => act('torrent-start', { ids: [hash] }),
    limitDownloads: (count) => act('session-set', { 'download-queue-size': count, 'download-queue-enabled': true }),
  };
}

const toNative = (row: Row): NativeTorrent => ({
  hash: row.hashString,
  name: row.name,
  state: `${row.status}/${row.error}`,
  sizeBytes: row.sizeWhenDone,
  leftBytes: row.leftUntilDone,
  downBps: row.rateDownload,
});

interface Settings {
  readonly folder: string;
  readonly address: string;
  readonly peerPort: number;
  readonly port: number;
}

const settingsFile = ({ folder, address, peerPort, port }: Settings) => ({
  'rpc-bind-address': '127.0.0.1',
  'rpc-port': port,
  'rpc-authentication-required': true,
  'rpc-username': USER,
  'rpc-password': PASSWORD,
  'rpc-whitelist': '127.0.0.1',
  'bind-address-ipv4': address,
  'bind-address-ipv6': '::1',
  'peer-port': peerPort,
  'port-forwarding-enabled': false,
  'dht-enabled': false,
  'lpd-enabled': false,
  'pex-enabled': false,
  'utp-enabled': false,
  'download-dir': join(folder, 'downloads'),
  'download-queue-enabled': false,
  'queue-stalled-enabled': false,
});
