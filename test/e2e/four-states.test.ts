/** Every route of the contract in all four states of a source: none configured, ok, stale, down. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { lookups } from '../contract/lookups.js';
import type { Fields } from '../contract/routes/form.js';
import { homepage, reads, widgets } from '../contract/routes.js';
import { common, departures } from '../support/conform.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { skippingClock } from '../support/skipping-clock.js';
import { until } from '../support/until.js';
import { signedIn } from '../support/visitor.js';

/** What it is to ask the upstreams of the test; the plugin below looks here, within the same process. */
interface World {
  /** tasks: syncs fail; all: nothing answers at all. */
  failing: 'nothing' | 'tasks' | 'all';
}
const world: World = { failing: 'nothing' };
const WORLD = 'sidelight.test.world';
(globalThis as Record<string, unknown>)[WORLD] = world;

/** The demo's upstreams, which can be switched off. */
const PLUGIN = (demo: string): string => `import demo from ${JSON.stringify(demo)};
const world = globalThis[${JSON.stringify(WORLD)}];
const failing = (states, run) => async (...args) => {
  if (states.includes(world.failing)) throw Object.assign(new Error('nothing listens at this address'), { code: 'unreachable' });
  return run(...args);
};
export default {
  ...demo,
  id: 'fragile',
  create(ctx) {
    // Time stands still there: what was listed is there as long as the test asks for it.
    const began = new Date();
    const made = demo.create({ ...ctx, clock: { now: () => began } });
    return {
      ...made,
      check: failing(['all'], made.check),
      tasks: made.tasks.map((task) => ({ ...task, run: failing(['tasks', 'all'], task.run) })),
      fragments: made.fragments.map((one) => ({ ...one, fetch: failing(['all'], one.fetch) })),
      actions: made.actions.map((one) => ({ ...one, run: failing(['all'], one.run) })),
    };
  },
};
`;

const WRITES = [
  ['/api/widgets/sessions/stop', 'sessionId', {}],
  ['/api/widgets/sessions/message', 'sessionId', { text: 'Dinner' }],
  ['/api/widgets/downloads/pause', 'id', { paused: true }],
  ['/api/widgets/downloads/remove', 'id', {}],
  ['/api/widgets/requests/actions', 'requestId', { action: 'approve' }],
  ['/api/widgets/repair/refresh', 'itemId', {}],
] as const;

const PAGES = ['/', '/settings/api-key', '/settings/sources', '/settings/gallery', '/swagger-ui', '/widgets/', '/docs'];

/** What Sidelight knows by itself is never down. */
const OWN = [
  '/api/widgets/backup',
  '/api/widgets/jobs',
  '/api/widgets/webhooks',
  '/api/widgets/digest',
  '/api/ops-digest',
];
/** Beside what Sidelight knows of integrations it shows what these say of others. */
const AUTOMATION = '/api/widgets/automation';

describe('every route of the contract', () => {
  const clock = skippingClock();
  let folder: string;
  let daemon: DaemonHere;
  let full: string;

  const tables: Readonly<Record<string, Fields>> = {
    ...Object.fromEntries(Object.entries(widgets).map(([id, { fields }]) => [`/api/widgets/${id}`, fields])),
    '/api/widgets/homepage': homepage,
    ...Object.fromEntries(Object.entries(reads).map(([path, { fields }]) => [path, fields])),
  };

  const cachedPaths = [
    ...Object.entries(widgets).flatMap(([id, { freshness }]) => (freshness === 'cached' ? [`/api/widgets/${id}`] : [])),
    ...Object.entries(reads).flatMap(([path, { freshness }]) => (freshness === 'cached' ? [path] : [])),
  ];

  /** Path → what it says of its sources, once each route has answered as the contract says. */
  async function statesOfAll(): Promise<ReadonlyMap<string, unknown>> {
    const states = new Map<string, unknown>();
    for (const [path, fields] of Object.entries(tables)) {
      const { status, json } = await daemon.get(path, full);
      expect(status, path).to.equal(200);
      expect(departures(json, { ...common, ...fields }), path).to.deep.equal([]);
      states.set(path, json['sourceState']);
    }
    return states;
  }

  const pathsWith = (states: ReadonlyMap<string, unknown>, state: string): readonly string[] =>
    [...states].filter(([, own]) => own === state).map(([path]) => path);

  async function pagesAnswer(): Promise<void> {
    const visitor = await signedIn(daemon);
    for (const path of PAGES) expect((await visitor.open(path)).status, path).to.equal(200);
    const { status, location } = await visitor.open('/swagger');
    expect([status, location]).to.deep.equal([302, '/swagger-ui']);
    expect((await daemon.get('/openapi.json')).status).to.equal(200);
    await visitor.send('/logout');
  }

  /** Status and code of each write that the contract has. */
  async function writes(ids: readonly (string | undefined)[]): Promise<readonly string[]> {
    const answers: string[] = [];
    for (const [index, [path, field, more]] of WRITES.entries()) {
      const { status, json } = await daemon.post(path, { [field]: ids[index], ...more }, full);
      answers.push(`${status} ${(json['error'] as { code?: string } | undefined)?.code ?? 'done'}`);
    }
    return answers;
  }
  const each = (answer: string): readonly string[] => WRITES.map(() => answer);

  const config = 'plugins: [./fragile]\nintegrations: { house: { plugin: fragile } }';
  /** One for each write; those of another `which` are of other rows. */
  let idsOf: (which: number) => readonly (string | undefined)[];

  before(async () => {
    folder = makeFolder();
    mkdirSync(join(folder, 'fragile'));
    const demo = pathToFileURL(join(root, 'plugins', 'demo', 'dist', 'src', 'plugin.js')).href;
    const manifest = {
      name: 'fragile',
      version: '1.0.0',
      type: 'module',
      exports: './plugin.js',
      sidelight: { plugin: true },
    };
    writeFileSync(join(folder, 'fragile', 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'fragile', 'plugin.js'), PLUGIN(demo));
    daemon = await startHere({ folder, config: 'integrations: {}', clock });
    // It asks for more in a row than a dashboard would.
    full = await daemon.key('full', { perMinute: 0 });
  });
  after(async () => {
    world.failing = 'nothing';
    await daemon?.dispose();
  });

  it('answers with nothing configured', async () => {
    const states = await statesOfAll();
    expect(pathsWith(states, 'ok')).to.include.members(OWN);
    expect([...pathsWith(states, 'down'), ...pathsWith(states, 'stale')]).to.deep.equal([]);
    expect(pathsWith(states, 'disconnected')).to.have.lengthOf.above(25);
    expect((await daemon.get('/api/item-summary/none', full)).status).to.equal(404);
    expect(await writes(each('house:1'))).to.deep.equal(each('404 not_found'));
    await pagesAnswer();
  });

  it('answers while its sources are ok', async () => {
    await daemon.reload(config);
    await until(statesOfAll, (states) => pathsWith(states, 'ok').length === states.size);
    const rows = async (path: string, list: string): Promise<readonly Readonly<Record<string, string>>[]> =>
      (await daemon.get(`${path}?limit=100`, full)).json[list] as readonly Readonly<Record<string, string>>[];
    const sessions = (await rows('/api/widgets/nowplaying', 'items')).map((row) => row['sessionId'] ?? '');
    const downloads = await rows('/api/widgets/downloads', 'items');
    const loading = downloads.flatMap(({ id = '', state }) => (state === 'downloading' ? [id] : []));
    const rest = downloads.flatMap(({ id = '', state }) => (state === 'downloading' ? [] : [id]));
    const requests = await rows('/api/widgets/requests', 'items');
    const pending = requests.flatMap(({ id = '', status }) => (status === 'pending' ? [id] : []));
    const flaws = (await rows('/api/widgets/repair', 'items')).map((row) => row['itemId'] ?? '');
    idsOf = (which) => [sessions[which], sessions.at(-1), loading[which], rest[which], pending[which], flaws[which]];
    expect(await writes(idsOf(0))).to.deep.equal(each('200 done'));
    const [title] = await rows('/api/widgets/recent', 'items');
    const summary = await daemon.get(`/api/item-summary/${encodeURIComponent(title?.['id'] ?? '')}`, full);
    expect([summary.status, departures(summary.json, lookups['/api/item-summary/:id'] ?? {})]).to.deep.equal([200, []]);
    await pagesAnswer();
  });

  it('answers while what they told is old', async () => {
    world.failing = 'tasks';
    clock.skip(3 * 86_400_000);
    const old = [...cachedPaths].filter((path) => ![...OWN, AUTOMATION].includes(path));
    const states = await until(statesOfAll, (all) => pathsWith(all, 'stale').length >= old.length);
    expect(pathsWith(states, 'stale')).to.include.members(old);
    expect(pathsWith(states, 'ok')).to.include.members([...OWN, '/api/widgets/nowplaying', '/api/widgets/requests']);
    expect(await writes(idsOf(1))).to.deep.equal(each('200 done'));
    await pagesAnswer();
  });

  it('answers while they are down', async () => {
    world.failing = 'all';
    clock.skip(600_000);
    const others = Object.keys(tables).filter((path) => ![...OWN, AUTOMATION].includes(path));
    const states = await until(statesOfAll, (all) => pathsWith(all, 'down').length >= others.length);
    expect(pathsWith(states, 'down')).to.have.members(others);
    expect(pathsWith(states, 'ok')).to.include.members(OWN);
    expect(await writes(idsOf(0))).to.deep.equal(each('502 upstream'));
    await pagesAnswer();
  });
});
