import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import type { ClientPlace, NativeTorrent } from './real-client.js';
import { listens, type RealProcess, realProcess } from './real-process.js';
import type { TorrentFile } from './torrent-file.js';

export interface RealRtorrent {
  /** rTorrent itself. */
  readonly daemon: RealProcess;
  /** The web server before it. */
  readonly gateway: RealProcess;
  /** Of the gateway. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** A folder that cannot be made. */
  readonly noFolder: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  add(torrent: TorrentFile, options?: { readonly paused?: boolean; readonly folder?: string }): Promise<void>;
  addMagnet(uri: string): Promise<void>;
  /** `state`: one digit each for started, active and complete, and ! where there is a message. */
  list(): Promise<readonly NativeTorrent[]>;
  /** One of its commands about one torrent: `d.stop`. */
  command(name: string, hash: string): Promise<void>;
}

const USER = 'rtorrent';
const PASSWORD = 'real-rtorrent-1';

const FIELDS = ['hash', 'name', 'state', 'is_active', 'complete', 'message', 'size_bytes', 'left_bytes', 'down.rate'];

/** rTorrent without DHT and PEX, behind nginx with basic authentication as the plugin's README has it. Not started yet. */
export async function realRtorrent({ name, folder, address }: ClientPlace): Promise<RealRtorrent> {
  const [port, scgiPort, peerPort] = [await freePort(), await freePort(), await freePort(address)];
  const url = `http://127.0.0.1:${port}/RPC2`;
  for (const one of ['downloads', 'session', 'torrents', 'nginx']) mkdirSync(join(folder, one));
  writeFileSync(join(folder, 'file'), '');
  writeFileSync(join(folder, 'rtorrent.rc'), rtorrentFile({ folder, address, scgiPort, peerPort }));
  writeFileSync(join(folder, 'nginx', 'users'), `${USER}:{PLAIN}${PASSWORD}\n`, { mode: 0o644 });
  writeFileSync(join(folder, 'nginx', 'nginx.conf'), nginxFile({ folder: join(folder, 'nginx'), port, scgiPort }));
  const daemon = realProcess({
    command: 'rtorrent',
    args: ['-n', '-o', `import=${join(folder, 'rtorrent.rc')}`],
    url: `tcp://127.0.0.1:${scgiPort}`,
    isUp: () => listens(scgiPort),
    home: folder,
    logFile: join(folder, `${name}.log`),
  });
  const errors = join(folder, 'nginx', 'error.log');
  const gateway = realProcess({
    command: 'nginx',
    args: ['-p', join(folder, 'nginx'), '-e', errors, '-c', join(folder, 'nginx', 'nginx.conf')],
    url,
    home: folder,
    logFile: errors,
  });
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;

  /** The values of the answer, one after the other: no text in this bed needs escaping. */
  async function call(method: string, ...parameters: readonly string[]): Promise<readonly string[]> {
    const params = parameters.map(
      (text) => `<param><value><string>${text.replaceAll('&', '&amp;')}</string></value></param>`,
    );
    const body = `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${params.join('')}</params></methodCall>`;
    const answer = await fetch(url, { method: 'POST', body, headers: { authorization, 'content-type': 'text/xml' } });
    const text = await answer.text();
    if (!answer.ok || text.includes('<fault>')) throw new Error(`${name}: ${method}: ${answer.status} ${text}`);
    return [...text.matchAll(/<(i4|i8|string)>([^<]*)<\/\1>/g)].map(([, , value = '']) => value);
  }

  return {
    daemon,
    gateway,
    url,
    username: USER,
    password: PASSWORD,
    noFolder: join(folder, 'file', 'in'),
    async start() {
      await Promise.all([daemon.start(), gateway.start()]);
    },
    async stop() {
      await Promise.all([daemon.stop(), gateway.stop()]);
    },
    async add(torrent, options = {}) {
      const file = join(folder, 'torrents', `${torrent.name}.torrent`);
      writeFileSync(file, torrent.bytes);
      const commands = options.folder === undefined ? [] : [`d.directory.set=${options.folder}`];
      await call(options.paused === true ? 'load.normal' : 'load.start', '', file, ...commands);
    },
    async addMagnet(uri) {
      await call('load.start', '', uri);
    },
    async list() {
      const values = await call('d.multicall2', '', 'main', ...FIELDS.map((field) => `d.${field}=`));
      const rows = Array.from({ length: values.length / FIELDS.length }, (_, row) => row * FIELDS.length);
      return rows.map((first) => toNative(values.slice(first, first + FIELDS.length)));
    },
    async command(command, hash) {
      await call(command, hash.toUpperCase());
    },
  };
}

function toNative(values: readonly string[]): NativeTorrent {
  const [hash = '', name = '', state = '', active = '', complete = '', message = '', size, left, rate] = values;
  return {
    hash: hash.toLowerCase(),
    name,
    state: `${state}${active}${complete}${message === '' ? '' : '!'}`,
    sizeBytes: Number(size),
    leftBytes: Number(left),
    downBps: Number(rate),
  };
}

interface Settings {
  readonly folder: string;
  readonly address: string;
  readonly scgiPort: number;
  readonly peerPort: number;
}

const rtorrentFile = ({ folder, address, scgiPort, peerPort }: Settings): string => `
system.daemon.set = true
session.path.set = ${join(folder, 'session')}
directory.default.set = ${join(folder, 'downloads')}
network.bind_address.set = ${address}
network.port_range.set = ${peerPort}-${peerPort}
network.port_random.set = no
network.scgi.open_port = 127.0.0.1:${scgiPort}
dht.mode.set = disable
protocol.pex.set = no
trackers.use_udp.set = no
`;

interface Gateway {
  readonly folder: string;
  readonly port: number;
  readonly scgiPort: number;
}

const nginxFile = ({ folder, port, scgiPort }: Gateway): string => `
daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location = /RPC2 {
      auth_basic "rTorrent";
      auth_basic_user_file ${folder}/users;
      include /etc/nginx/scgi_params;
      scgi_pass 127.0.0.1:${scgiPort};
    }
  }
}
`;
