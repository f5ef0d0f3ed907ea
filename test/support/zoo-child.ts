/**
 * A process of its own for the whole zoo, since some of it leaks: two daemons with the demo, one of them with every member as well, at
 * the same made-up time. Says which routes answer otherwise. Argument: the folder with the zoo.
 */
import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, mediaItems } from '@sidelight/plugin-api';
import { openDaemon } from '#core/cli/serve.js';
import type { Daemon } from '#core/daemon.js';
import { silentLog } from '#core/ground/log.js';
import { installLeakGuard } from '#core/plugins/leak-guard.js';
import type { LoadedPlugin } from '#core/plugins/plugin-set.js';
import { Written } from './command-here.js';
import { type ManualClock, manualClock } from './manual-clock.js';
import { requestsTo } from './requests.js';
import { until } from './until.js';
import { membersOf } from './zoo.js';

const everything = { limit: 8, zone: 'UTC', sources: null };
const [folder = ''] = process.argv.slice(2);

const names = membersOf('load', 'create', 'run', 'leak', 'render', 'beside', 'later', 'works').map(([name]) => name);
const loadable = membersOf('create', 'run', 'leak', 'render', 'beside', 'later', 'works').map(([name]) => name);

interface Running {
  readonly daemon: Daemon;
  readonly clock: ManualClock;
  get(path: string): Promise<{ readonly status: number; readonly text: string }>;
}

/** Each installation signs with a secret of its own. */
const SIGNATURE = /sign=[\w-]{27}/g;

async function begin(name: string, plugins: readonly string[], entries: readonly string[]): Promise<Running> {
  const data = join(folder, `data-${name}`);
  mkdirSync(data, { recursive: true });
  const config = join(folder, `${name}.yaml`);
  const list = plugins.map((plugin) => `  - ./${plugin}\n`).join('');
  const integrations = ['demo', ...entries].map((id) => `  ${id}: {}\n`).join('');
  writeFileSync(config, `timezone: UTC\n${list === '' ? '' : `plugins:\n${list}`}integrations:\n${integrations}`);
  const clock = manualClock();
  const err = new Written();
  const { daemon } = await openDaemon({
    ...{ flags: { config, data, port: '0' }, env: {}, cwd: folder, err, clock },
    loaded: (settings) => {
      loaded = settings.plugins.loaded;
    },
  });
  const { key } = await daemon.services.keys.create({ name: 'reader', scope: 'full', perMinute: 100_000 });
  const { get } = requestsTo(daemon.url);
  return {
    daemon,
    clock,
    async get(path) {
      const { status, text } = await get(path, key);
      return { status, text: text.replaceAll(SIGNATURE, 'sign=') };
    },
  };
}

/** Time goes on when what the demo does has ended, so that both daemons do the same at the same time. */
async function advance({ daemon, clock }: Running, ms: number): Promise<void> {
  const { engine } = daemon.services;
  const checked = async (): Promise<string> => {
    await clock.advance(0);
    return engine.of('demo').state;
  };
  await until(checked, (state) => state === 'up');
  for (let moved = 0; moved < ms; moved += STEP_MS) {
    await clock.advance(STEP_MS);
    await until(
      () => engine.schedules().filter(({ source, running }) => running && source === 'demo'),
      (running) => running.length === 0,
    );
  }
}

const STEP_MS = 50;
/** Every task of the demo has run once, and none twice. */
const FIRST_RUNS_MS = 5000;
/** Live answers are as old as that at the most. */
const AGAIN_MS = 3000;

let loaded: readonly LoadedPlugin[] = [];
const { notices } = installLeakGuard({
  plugins: () => loaded,
  secrets: () => [],
  log: silentLog,
  onFatal: () => process.exit(3),
});
const alone = await begin('alone', [], []);
const zoo = await begin('zoo', names, loadable);
for (const one of [alone, zoo]) await advance(one, FIRST_RUNS_MS);
await until(notices, (list) => list.length === membersOf('leak').length);

/** What the zoo's members touch by right: their own ports, and what the core tells of everybody. */
function isTheirs(port: string): boolean {
  return port.startsWith('zoo.') || port.startsWith('ops.');
}
const widgets = alone.daemon.services.registry.widgets();
const titles = (await alone.daemon.services.reader.ask(cached(mediaItems), everything)).items;
const asked = widgets.filter(({ widget }) => {
  const reads = Object.values(widget.reads) as { readonly kind: string; readonly port?: { readonly id: string } }[];
  return reads.every(({ kind, port }) => kind !== 'digest' && port !== undefined && !isTheirs(port.id));
});
/** Without the moments at which each of the two asked. */
const bare = (text: string): string => text.replace(/"(?:updatedAt|checkedAt|lastSeenAt|fetchedAt)":"[^"]*"/g, '');
const different: string[] = [];
const lookups = titles.slice(0, 3).map(({ id }) => ({ path: `/api/item-summary/demo:${id}` }));
const isSame = async (path: string): Promise<boolean> => {
  const [before, after] = [await alone.get(path), await zoo.get(path)];
  return before.status === 200 && bare(before.text) === bare(after.text);
};
for (const { path } of [...asked, ...lookups]) {
  if (await isSame(path)) continue;
  // On a busy machine one of them may have answered from what a task stored, the other by asking: both ask anew.
  for (const one of [alone, zoo]) await advance(one, AGAIN_MS);
  if (!(await isSame(path))) different.push(path);
}
const statuses: Record<string, number> = {};
for (const { path } of zoo.daemon.services.registry.widgets()) statuses[path] = (await zoo.get(path)).status;
const faults: Record<string, unknown> = {};
for (const [name] of membersOf('render')) {
  faults[name] = (JSON.parse((await zoo.get(`/api/widgets/${name}`)).text) as { error?: unknown }).error;
}
await zoo.daemon.services.ops.flush();
const told = [...zoo.daemon.services.host.notices(), ...zoo.daemon.services.snapshots.notices()];
const body = {
  asked: asked.length,
  lookups: lookups.length,
  different,
  statuses,
  faults,
  notices: told.map(({ type, text }) => ({ type, text })),
};
process.stdout.write(JSON.stringify(body), () => process.exit(0));
