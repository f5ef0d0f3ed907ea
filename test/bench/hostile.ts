/** What huge and harmful answers of an upstream cost everybody else: how late `/healthz` is meanwhile, and memory above idle. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Daemon, pause, startDaemon } from '../support/daemon.js';
import type { Figure } from './report.js';
import { resident, settled } from './sync.js';

const MB = 1024 ** 2;
const WATCH_MS = 15_000;
const FILMS = 4200;
const STATUS = { appName: 'Radarr', version: '5.0.0.0', instanceName: 'Radarr' };

const film = (id: number): object => ({
  id,
  title: `Film ${id}`,
  monitored: true,
  hasFile: true,
  tmdbId: id,
  sizeOnDisk: 4_000_000_000,
  overview: 'Once upon a time. '.repeat(200),
  images: Array.from({ length: 4 }, () => ({ coverType: 'poster', url: '/poster.jpg', remoteUrl: 'https://a.test/p' })),
  alternateTitles: Array.from({ length: 15 }, (_, title) => ({ sourceType: 'tmdb', title: `${title}`, id: title })),
});

const BODIES: Readonly<Record<string, () => string>> = {
  '19 MB of [': () => '['.repeat(19_000_000),
  '1,000,000 × {}': () => `[${'{},'.repeat(999_999)}{}]`,
  '4,200 big films': () => JSON.stringify(Array.from({ length: FILMS }, (_, id) => film(id + 1))),
};

export async function hostile(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [what, bodyOf] of Object.entries(BODIES)) {
    const { server, url } = await radarr(Buffer.from(bodyOf()));
    const daemon = await startDaemon({
      config: `integrations:\n  radarr: { url: "${url}", apiKey: "0123456789abcdef0123456789abcdef" }\n`,
    });
    try {
      const { latestMs, mostBytes } = await watched(daemon);
      figures.push(
        { what: `${what}: /healthz at the latest`, value: latestMs, unit: 'ms', atMost: 200 },
        { what: '  memory above idle', value: (mostBytes - (await idleBytes())) / MB, unit: 'MB', atMost: 200 },
      );
    } finally {
      await daemon.dispose();
      server.closeAllConnections();
      server.close();
    }
  }
  return figures;
}

let known: Promise<number> | undefined;

/** Of a daemon whose manager has nothing. */
function idleBytes(): Promise<number> {
  known ??= measureIdle();
  return known;
}

async function measureIdle(): Promise<number> {
  const { server, url } = await radarr(Buffer.from('[]'));
  const config = `integrations:\n  radarr: { url: "${url}", apiKey: "0123456789abcdef0123456789abcdef" }\n`;
  const daemon = await startDaemon({ config });
  try {
    await pause(5000);
    return await settled(daemon.pid, 5);
  } finally {
    await daemon.dispose();
    server.close();
  }
}

async function radarr(movies: Buffer): Promise<{ readonly server: Server; readonly url: string }> {
  const page = { page: 1, pageSize: 1000, totalRecords: 0, records: [] };
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url.startsWith('/api/v3/movie')) response.end(movies);
    else response.end(JSON.stringify(url.includes('/status') ? STATUS : url.includes('/queue') ? page : []));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function watched({ get, pid }: Daemon): Promise<{ readonly latestMs: number; readonly mostBytes: number }> {
  const end = performance.now() + WATCH_MS;
  let [latestMs, mostBytes] = [0, 0];
  while (performance.now() < end) {
    const asked = performance.now();
    await get('/healthz');
    latestMs = Math.max(latestMs, performance.now() - asked);
    mostBytes = Math.max(mostBytes, resident(pid));
    await pause(10);
  }
  return { latestMs, mostBytes };
}
