/** The fake server keeps to the real one's rules, and the plugin keeps its rows true against it. */
import type { AnyPlugin, AnyPort, SyncTask } from '@sidelight/plugin-api';
import { startRun } from '@sidelight/plugin-api/host';
import { fakeClock, startIntegration, type TestIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';

/** The extras of all libraries are one listing. */
const EXTRAS = 1;
const PLUGIN = '../../../plugins/jellyfin/dist/src/plugin.js';
const clock = fakeClock('2026-11-20T12:00:00.000Z');

/** What the tasks of one integration have committed. */
class Held {
  readonly rows = new Map<string, Map<string, object>>();
  readonly #cursors = new Map<string, string>();

  async run(task: SyncTask): Promise<void> {
    const cursor = this.#cursors.get(task.id);
    const run = startRun({ task, cursor, held: async (port) => new Set(this.of(port.id).keys()) });
    const more = await task.run(run.out, new AbortController().signal);
    const done = await run.finish();
    for (const change of done.changes) {
      const port = task.fills.find(({ id }) => id === change.port) as AnyPort;
      if (change.kind === 'replace') this.of(port.id).clear();
      if (change.kind === 'patch') for (const key of change.remove) this.of(port.id).delete(key);
      for (const item of change.kind === 'patch' ? change.upsert : change.items) {
        this.of(port.id).set(port.key(item), item);
      }
    }
    if (done.cursor !== undefined) this.#cursors.set(task.id, done.cursor);
    if (more === 'more') await this.run(task);
  }

  of(port: string): Map<string, object> {
    const rows = this.rows.get(port) ?? new Map<string, object>();
    this.rows.set(port, rows);
    return rows;
  }
}

describe('a Jellyfin server with 5,000 titles', () => {
  let server: FakeJellyfin;
  let started: TestIntegration;
  let held: Held;
  const run = (id: string): Promise<void> => {
    const task = started.integration.tasks?.find((one) => one.id === id);
    if (task === undefined) throw new Error(`no task ${id}`);
    return held.run(task);
  };
  const sizeOf = (port: string): number => held.of(port).size;

  before(async () => {
    const { default: plugin } = (await import(PLUGIN)) as { default: AnyPlugin };
    server = await startFakeJellyfin({ items: 5_000, now: () => clock.now() });
    started = startIntegration(plugin, { url: server.url, apiKey: server.apiKey }, { clock });
    held = new Held();
  });

  after(async () => {
    await started.stop();
    await server.close();
  });

  it('is listed whole once, then asked for changes alone', async () => {
    await run('items');
    expect(sizeOf('media.items')).to.equal(5_000);
    expect(server.calls('GET /Items')).to.equal(
      Math.ceil(server.movies.size / 200) + Math.ceil(server.shows.size / 200) + EXTRAS,
    );
    server.resetCalls();
    clock.advance(300_000);
    await run('items');
    expect(server.calls('GET /Items')).to.equal(2 + EXTRAS);
  });

  it('tells of what was added and edited', async () => {
    const [added = ''] = server.movies.add(1);
    server.shows.change(server.shows.idAt(0), { name: 'Harbour Watch' });
    await run('items');
    expect(held.of('media.items').has(added)).to.equal(true);
    expect(held.of('media.items').get(server.shows.idAt(0))).to.include({ title: 'Harbour Watch' });
    server.movies.change(added, { matched: false });
    await run('items');
    expect(held.of('media.flaws').has(`${added}:unmatched`)).to.equal(true);
    server.movies.change(added, { matched: true });
    await run('items');
    expect(held.of('media.flaws').has(`${added}:unmatched`)).to.equal(false);
  });

  it('has deletions swept: titles, their files, and single versions', async () => {
    const before = { items: sizeOf('media.items'), files: sizeOf('media.files') };
    await run('sweep');
    expect({ items: sizeOf('media.items'), files: sizeOf('media.files') }).to.deep.equal(before);
    server.movies.remove(server.movies.idAt(12));
    server.movies.remove(server.movies.idAt(57));
    server.movies.change(server.movies.idAt(7), { versions: 1 });
    await run('sweep');
    expect(before.items - sizeOf('media.items')).to.equal(2);
    expect(before.files - sizeOf('media.files')).to.equal(1 + 2 + 1);
  });

  it('keeps everything while a library is scanned', async () => {
    const before = sizeOf('media.items');
    server.movies.remove(server.movies.idAt(13));
    server.scan(server.movies.folder.id, true);
    await run('sweep');
    expect(sizeOf('media.items')).to.equal(before);
    server.scan(server.movies.folder.id, false);
    await run('sweep');
    expect(sizeOf('media.items')).to.equal(before - 1);
  });

  it('keeps everything while all libraries are scanned, though each of them says Idle', async () => {
    const before = sizeOf('media.items');
    const jobs = server.jobs;
    server.movies.remove(server.movies.idAt(14));
    server.jobs = jobs.map((job) => (job['Key'] === 'RefreshLibrary' ? { ...job, State: 'Running' } : job));
    await run('sweep');
    expect(sizeOf('media.items')).to.equal(before);
    server.jobs = jobs;
    server.resetCalls();
    await run('sweep');
    expect(sizeOf('media.items')).to.equal(before - 1);
    const pages = Math.ceil(server.movies.size / 1000) + Math.ceil(server.shows.size / 1000) + EXTRAS;
    const whole = Math.ceil(Math.floor(server.movies.size / 50) / 50);
    expect(server.calls('GET /Items')).to.equal(pages + whole);
    expect(server.calls('GET /Library/VirtualFolders')).to.equal(2);
    expect(server.calls('GET /ScheduledTasks')).to.equal(2);
  });

  it('shows plays that move, pause and end', async () => {
    const play = server.sessions.start({ user: 'Ben', title: 'Salt', series: 'Harbour Watch', method: 'remux' });
    clock.advance(60_000);
    await run('media.sessions');
    const row = () => held.of('media.sessions').get(play);
    expect(row()).to.include({ viewer: 'Ben', series: 'Harbour Watch', method: 'remux', positionSeconds: 60 });
    server.sessions.pause(play);
    clock.advance(60_000);
    await run('media.sessions');
    expect(row()).to.include({ paused: true, positionSeconds: 60 });
    const stop = started.integration.actions?.find(({ action }) => action.id === 'session.stop');
    await stop?.run({ sessionId: play, message: 'Good night' } as never, new AbortController().signal);
    await run('media.sessions');
    expect(sizeOf('media.sessions')).to.equal(0);
  });

  const faults = {
    down: 'unreachable',
    unauthorized: 'auth_failed',
    starting: 'unreachable',
    html: 'bad_response',
    truncated: 'bad_response',
    huge: 'bad_response',
    'wrong-types': 'bad_response',
  } as const;
  for (const [fault, code] of Object.entries(faults)) {
    it(`answers ${code} and commits nothing when it is ${fault}`, async () => {
      const before = sizeOf('media.items');
      server.fail(fault as keyof typeof faults);
      for (const id of ['media.users', 'items', 'sweep']) {
        const error: unknown = await run(id).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(error, id).to.include({ code });
      }
      server.fail(null);
      expect(sizeOf('media.items')).to.equal(before);
    });
  }

  it('signs users in and takes the token back', async () => {
    const signIn = started.integration.signIn?.bind(started.integration);
    const { signal } = new AbortController();
    expect(await signIn?.('Ada', 'ada-password', signal)).to.deep.equal({
      name: 'Ada',
      admin: true,
      userId: '41646100000000000000000000000000',
    });
    expect(server.calls('POST /Sessions/Logout')).to.equal(1);
  });
});
