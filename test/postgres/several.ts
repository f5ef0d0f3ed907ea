/** Three daemons on one PostgreSQL, each by a way of its own, behind nginx, and somebody who asks all the time. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listens, realProcess } from '../real/real-process.js';
import { type AtOnce, countAtOnce } from '../support/at-once.js';
import { type Daemon, type DaemonOptions, startDaemon } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { freePort } from '../support/free-port.js';
import { type PostgresServer, startPostgres } from '../support/postgres.js';
import { type Relay, startRelay } from '../support/relay.js';
import { tempFolder } from '../support/temp-folder.js';
import { until } from '../support/until.js';

export const TOKEN = 'the key of the wall panel';
export const SECRET = 'a secret of the webhooks';

export interface Replica {
  daemon: Daemon;
  readonly relay: Relay;
}

export interface Several {
  readonly postgres: PostgresServer;
  readonly jellyfin: FakeJellyfin;
  readonly atOnce: AtOnce;
  readonly replicas: readonly Replica[];
  readonly url: string;
  /** Answers that no client should have got. */
  readonly wrong: string[];
  /** How many clients were answered well so far. */
  answered(): number;
  /** Waits until exactly one syncs. */
  leader(): Promise<Replica>;
  /** Starts it again with the data folder and config it had, by the build of this repository. */
  again(replica: Replica): Promise<void>;
  close(): Promise<void>;
}

const BEGINS = 'this instance syncs;';
const ENDS = 'this instance no longer syncs';

/** By its own word, the last of which counts. */
export const leads = ({ daemon }: Pick<Replica, 'daemon'>): boolean =>
  daemon.log().lastIndexOf(BEGINS) > daemon.log().lastIndexOf(ENDS);

/** @param build whose entry they are started by; not given: that of this repository */
export async function startSeveral(build: Pick<DaemonOptions, 'main'> = {}): Promise<Several> {
  const postgres = await startPostgres();
  const jellyfin = await startFakeJellyfin({ items: 60, name: 'attic-box' });
  const atOnce = await countAtOnce(jellyfin.url);
  const replicas: Replica[] = [];
  const { port, pathname } = new URL(postgres.url);
  for (let n = 0; n < 3; n++) {
    const relay = await startRelay(Number(port));
    const config = [
      `database: { url: "postgres://sidelight@127.0.0.1:${relay.port}${pathname}" }`,
      'history: { minPlaySeconds: 1 }',
      `keys: [{ name: wall, hash: ${hash('sha256', TOKEN)}, perMinute: 0 }]`,
      `integrations: { attic: { plugin: jellyfin, url: "${atOnce.url}", apiKey: "${jellyfin.apiKey}",`,
      `  webhookSecret: "${SECRET}", schedule: { media.users: 1s, media.sessions: 1s } } }`,
    ].join('\n');
    replicas.push({ relay, daemon: await startDaemon({ config, ...build }) });
  }
  const config = (daemon: Daemon): string => join(daemon.folder, 'sidelight.yaml');
  const gone = new Set<Replica>();
  const balancer = await startBalancer(replicas.map(({ daemon }) => new URL(daemon.url).port));
  const client = new Client(balancer.url, TOKEN);
  return {
    ...{ postgres, jellyfin, atOnce, replicas, url: balancer.url, wrong: client.wrong },
    answered: () => client.answered,
    async leader() {
      const leading = () => replicas.filter((one) => !gone.has(one) && leads(one));
      const [one] = await until(leading, (list) => list.length === 1);
      if (one === undefined) throw new Error('nobody leads');
      return one;
    },
    async again(replica) {
      const { folder, url } = replica.daemon;
      // Behind the balancer it is where it was.
      replica.daemon = await startDaemon({
        folder,
        flags: [`--port=${new URL(url).port}`, '--config', config(replica.daemon)],
      });
    },
    async close() {
      await client.stop();
      await balancer.stop();
      for (const { daemon, relay } of replicas) {
        await daemon.dispose();
        await relay.close();
      }
      await atOnce.close();
      await jellyfin.close();
      await postgres.stop();
    },
  };
}

/** Asks through the balancer, several at a time. */
class Client {
  readonly wrong: string[] = [];
  answered = 0;
  private readonly ended = new AbortController();
  private readonly all: Promise<unknown>;

  constructor(url: string, token: string) {
    const paths = ['homepage', 'users', 'digest'].map((id) => `${url}/api/widgets/${id}`);
    this.all = Promise.all(paths.map((path) => this.ask(path, token)));
  }

  async stop(): Promise<void> {
    this.ended.abort();
    await this.all;
  }

  private async ask(path: string, token: string): Promise<void> {
    while (!this.ended.signal.aborted) {
      try {
        const answer = await fetch(path, { headers: { 'x-api-token': token }, signal: this.ended.signal });
        const { status, headers } = answer;
        const isBusy = status === 503 && headers.has('retry-after');
        if (status === 200) this.answered += 1;
        else if (!isBusy) this.wrong.push(`${status} of ${path}: ${(await answer.text()).slice(0, 300)}`);
      } catch (error) {
        if (!this.ended.signal.aborted) this.wrong.push(`${String(error)} of ${path}`);
      }
      await sleep(50);
    }
  }
}

async function startBalancer(ports: readonly string[]) {
  const folder = tempFolder();
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder.path}/${name};`,
  );
  const file = folder.write(
    'nginx.conf',
    `daemon off; master_process off; pid ${folder.path}/nginx.pid; events {}
http {
  access_log off; ${temporary.join(' ')}
  upstream sidelight { ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://sidelight;
      proxy_set_header Host $http_host;
      proxy_next_upstream error timeout http_503;
      proxy_read_timeout 5s;
    }
  }
}
`,
  );
  const nginx = realProcess({
    command: 'nginx',
    args: ['-c', file, '-p', folder.path, '-e', join(folder.path, 'error.log')],
    url: `http://127.0.0.1:${port}`,
    isUp: () => listens(port),
    home: folder.path,
    logFile: join(folder.path, 'log'),
  });
  await nginx.start();
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await nginx.stop();
      folder.remove();
    },
  };
}
