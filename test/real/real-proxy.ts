/** A real reverse proxy with one of the configs of deploy/, before a daemon. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { listens, type RealProcess, realProcess } from './real-process.js';
import { runProgram } from './run-program.js';

export interface RealProxy {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ProxyOptions {
  /** Below deploy/. */
  readonly config: string;
  /** host:port in the place of the address of Sidelight. */
  readonly upstream: string;
  /** host:port in the place of the address of the sign-in. */
  readonly signIn?: string;
  /** For a config that stands within the server block of a host: whether that has TLS. */
  readonly tls?: boolean;
}

const textOf = ({ config, upstream, signIn = '127.0.0.1:9' }: ProxyOptions): string =>
  readFileSync(join(root, 'deploy', config), 'utf8')
    .replaceAll('127.0.0.1:7780', upstream)
    .replaceAll('127.0.0.1:9091', signIn);

/** One with TLS brings its server block; the others stand within the one of a host. */
export async function startNginx(options: ProxyOptions): Promise<RealProxy> {
  const folder = tempFolder();
  const port = await freePort();
  const text = textOf(options);
  const isWhole = text.includes('listen 443');
  const isTls = isWhole || options.tls === true;
  if (isTls) certificate(folder);
  const server = isWhole
    ? text.replace('listen 443', `listen 127.0.0.1:${port}`).replaceAll(/\/etc\/letsencrypt\/\S+\//g, `${folder.path}/`)
    : `server {\n${hostBlock(folder.path, port, isTls)}${text}}\n`;
  const file = folder.write('nginx.conf', nginxConf(folder.path, server));
  const args = ['-c', file, '-p', folder.path, '-e', join(folder.path, 'error.log')];
  return started({ folder, port, command: 'nginx', args, scheme: isTls ? 'https' : 'http' });
}

const hostBlock = (folder: string, port: number, isTls: boolean): string =>
  isTls
    ? `listen 127.0.0.1:${port} ssl;\nssl_certificate ${folder}/fullchain.pem;\nssl_certificate_key ${folder}/privkey.pem;\n`
    : `listen 127.0.0.1:${port};\n`;

const nginxConf = (folder: string, server: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
access_log off;
${server}}
`;

function certificate({ path }: TempFolder): void {
  const files = ['-keyout', join(path, 'privkey.pem'), '-out', join(path, 'fullchain.pem')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2', ...files];
  const { status, stderr } = runProgram('openssl', args);
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
}

/** By http: certificates are Caddy’s own matter, and need a name that is known outside. */
export async function startCaddy(options: ProxyOptions): Promise<RealProxy> {
  const folder = tempFolder();
  const port = await freePort();
  const site = textOf(options).replace(/^[\w.]+\.example\.org \{$/m, `http://:${port} {`);
  const file = folder.write('Caddyfile', `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${site}`);
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  return started({ folder, port, command: 'caddy', args, scheme: 'http' });
}

interface Start {
  readonly folder: TempFolder;
  readonly port: number;
  readonly command: string;
  readonly args: readonly string[];
  readonly scheme: string;
}

async function started({ folder, port, command, args, scheme }: Start): Promise<RealProxy> {
  const url = `${scheme}://127.0.0.1:${port}`;
  const proxy: RealProcess = realProcess({
    command,
    args,
    url,
    isUp: () => listens(port),
    home: folder.path,
    logFile: join(folder.path, 'log'),
  });
  await proxy.start();
  return {
    url,
    async stop() {
      await proxy.stop();
      folder.remove();
    },
  };
}
