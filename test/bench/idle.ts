/** What the daemon costs while nothing much happens, and what its readers cost its upstreams. */
import { type Daemon, pause, startDaemon } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import type { Figure } from './report.js';
import { settled } from './sync.js';

const MB = 1024 ** 2;
const MINUTE = 60_000;
/** Long enough that a run of a task more or less, which nobody asked for, is not taken for a difference. */
const WATCH_MS = 120_000;
const PATHS = ['homepage', 'nowplaying', 'downloads', 'health', 'recent'];

export async function idle(): Promise<readonly Figure[]> {
  const daemon = await startDaemon({ flags: ['--demo'] });
  await pause(30_000);
  const bytes = await settled(daemon.pid, 10);
  await daemon.dispose();
  return [{ what: 'idle with the demo, resident', value: bytes / MB, unit: 'MB', atMost: 120 }];
}

/** Calls to the media server per minute with one and with a hundred dashboards that poll every second. */
export async function readers(): Promise<readonly Figure[]> {
  const jellyfin = await startFakeJellyfin({ items: 100 });
  jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis', runtimeSeconds: 9000 });
  const daemon = await startDaemon({
    config: `keys:\n  - { name: bench, scope: widgets-only, key: "\${BENCH_KEY}", perMinute: 0 }\nintegrations:\n  jellyfin: { url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }\n`,
    env: { BENCH_KEY: KEY },
  });
  try {
    await pause(10_000);
    const one = await callsWith(1, daemon, jellyfin);
    const hundred = await callsWith(100, daemon, jellyfin);
    return [
      { what: 'calls to the upstream per minute, 1 client', value: one, unit: '/min' },
      { what: 'calls to the upstream per minute, 100 clients', value: hundred, unit: '/min' },
      { what: '  of 100 clients to those of 1', value: hundred / one, unit: '×', atMost: 1.1 },
    ];
  } finally {
    await daemon.dispose();
    await jellyfin.close();
  }
}

const KEY = 'sl_bench_key_of_enough_length_to_be_taken_as_it_stands';

async function callsWith(clients: number, daemon: Daemon, jellyfin: FakeJellyfin): Promise<number> {
  jellyfin.resetCalls();
  const end = performance.now() + WATCH_MS;
  const poll = async (first: number): Promise<void> => {
    await pause(first);
    while (performance.now() < end) {
      await Promise.all(PATHS.map((id) => daemon.get(`/api/widgets/${id}`, KEY)));
      await pause(1000);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => poll((index * 1000) / clients)));
  return (jellyfin.calls() * MINUTE) / WATCH_MS;
}
