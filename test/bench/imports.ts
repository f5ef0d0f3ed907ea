/** A million rows of another program’s history, imported beside a daemon that answers: what it takes, and what it leaves. */
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Daemon, root, startDaemon, until } from '../support/daemon.js';
import { startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type Figure, median } from './report.js';

const ROWS = Number(process.env['SIDELIGHT_BENCH_ROWS'] ?? 1_000_000);
const MB = 1024 ** 2;
const PROBE_MS = 250;

interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peak: number;
  readonly added: number;
  /** Of requests to the daemon meanwhile. */
  readonly answers: readonly number[];
}

export async function imports(): Promise<readonly Figure[]> {
  const jellyfin = await startFakeJellyfin({ items: 300 });
  const config = `integrations:\n  home: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }\n`;
  const daemon = await startDaemon({ config });
  try {
    const file = join(daemon.folder, 'backup.json');
    await pipeline(Readable.from(backup()), createWriteStream(file));
    const key = daemon.key();
    await until(
      () => daemon.get('/api/widgets/users', key),
      ({ json }) => json['users'] === 2,
    );
    const first = await run(daemon, file, key);
    const second = await run(daemon, file, key);
    return [
      { what: `import of ${ROWS} rows`, value: first.seconds, unit: 's' },
      { what: '  rows that became plays', value: first.added / ROWS, unit: '×', atLeast: 1 },
      { what: '  CPU', value: first.cpuSeconds, unit: 's' },
      { what: '  memory at most', value: first.peak / MB, unit: 'MB', atMost: 200 },
      { what: '  answers of the daemon meanwhile, median', value: median(first.answers), unit: 'ms' },
      { what: '  the same again', value: second.seconds, unit: 's' },
      { what: '    plays that it added', value: second.added, unit: '', atMost: 0 },
      { what: '    memory at most', value: second.peak / MB, unit: 'MB', atMost: 200 },
    ];
  } finally {
    await daemon.dispose();
    await jellyfin.close();
  }
}

async function run(daemon: Daemon, file: string, key: string): Promise<Run> {
  const program = join(root, 'core', 'dist', 'bundle', 'main.js');
  const around = ['--data', join(daemon.folder, 'data'), '--config', join(daemon.folder, 'sidelight.yaml')];
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'import', 'jellystat', file, '--json', ...around], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [peak, cpuSeconds, added] = [0, 0, -1];
  const answers: number[] = [];
  const probe = setInterval(() => {
    const usage = usageOf(child.pid ?? 0);
    [peak, cpuSeconds] = [Math.max(peak, usage.peak), Math.max(cpuSeconds, usage.cpuSeconds)];
    const askedAt = performance.now();
    void daemon.get('/api/widgets/watch', key).then(() => answers.push(performance.now() - askedAt));
  }, PROBE_MS);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { report } = JSON.parse(line) as { readonly report?: { readonly added: number } };
    added = report?.added ?? added;
  });
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(probe);
  return { seconds: (performance.now() - began) / 1000, cpuSeconds, peak, added, answers };
}

const TICKS_A_SECOND = 100;

function usageOf(pid: number): { readonly peak: number; readonly cpuSeconds: number } {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).map(Number);
    return { peak: Number(peak) * 1024, cpuSeconds: times.reduce((sum, ticks) => sum + ticks, 0) / TICKS_A_SECOND };
  } catch {
    // It has just ended.
    return { peak: 0, cpuSeconds: 0 };
  }
}

/** Ten users, twenty thousand titles, ten years. */
function* backup(): Generator<string> {
  yield '[{"jf_users":[]},{"jf_playback_activity":[';
  for (let from = 0; from < ROWS; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, ROWS - from) }, (_, n) => JSON.stringify(rowOf(from + n)));
    yield `${from === 0 ? '' : ','}${rows.join(',')}`;
  }
  yield ']},{"jf_item_info":[]}]';
}

const hex = (n: number): string => n.toString(16).padStart(32, '0');

const rowOf = (n: number): object => ({
  ...{
    Id: `${hex(n).slice(0, 8)}-${hex(n).slice(-8)}`,
    IsPaused: false,
    UserId: hex(n % 10),
    UserName: `user-${n % 10}`,
  },
  ...{
    Client: 'Jellyfin Web',
    DeviceName: 'Firefox',
    DeviceId: hex(n % 30),
    ApplicationVersion: '10.10.7',
    SeasonId: null,
  },
  ...{
    NowPlayingItemId: hex(1000 + (n % 20_000)),
    NowPlayingItemName: `Film ${n % 20_000}`,
    EpisodeId: null,
    SeriesName: null,
  },
  ...{ PlaybackDuration: String(300 + (n % 6000)), PlayMethod: 'DirectPlay', imported: false, ServerId: hex(7) },
  ActivityDateInserted: new Date(Date.UTC(2016, 0, 1) + n * 315_000).toISOString(),
  MediaStreams: [{ Codec: 'h264', Type: 'Video', Index: 0, Height: 1080, Width: 1920, DisplayTitle: '1080p h264' }],
  PlayState: { PositionTicks: 1_000_000_000, CanSeek: true, IsPaused: false, IsMuted: false, PlayMethod: 'DirectPlay' },
  ...{ TranscodingInfo: null, OriginalContainer: 'mkv', RemoteEndPoint: '192.0.2.20' },
});
