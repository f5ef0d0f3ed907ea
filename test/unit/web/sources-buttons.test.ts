/** The buttons, the meter, and what the rows of `ops.*` say of tasks and upstreams. */
import { type AnyPlugin, definePlugin, opsJobs, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { availabilityOf, healthRow } from '#core/ops/availability.js';
import { CallMeter, SAMPLE_MS } from '#core/ops/call-meter.js';
import { openBook } from '#core/pages/sources/book.js';
import { SourceButtons } from '#core/pages/sources/source-buttons.js';
import { CallCounter } from '#core/plugins/host.js';
import type { Source } from '#core/plugins/source.js';
import type { Availability } from '#core/sync/availability.js';
import { planOf } from '#core/sync/task-plan.js';
import { defaultVariant } from '#core/widgets/variant.js';
import { askOf } from '../../support/ask.js';
import { manualClock, settle } from '../../support/manual-clock.js';
import { startUpstream } from '../../support/upstreams/upstream.js';

const PLANS: Parameters<typeof openBook>[1] = {
  planOf: (source) => planOf(source, 'UTC'),
  schedules: () => [
    { source: 'cellar', task: 'two', everyMs: null, nextAt: null, running: true, progress: { done: 5, of: 9 } },
  ],
};

const plugin = definePlugin({ id: 'shelf', title: 'Shelf', config: Type.Object({}), create: () => integration });
const tasks = ['one', 'two'].map((id) => ({ id, every: '5m' as const, fills: [], run: async () => undefined }));
const integration = { check: async () => ({}), tasks };
const sourceOf = (id: string): Source => ({ id, plugin, integration, schedule: {}, timeoutMs: 1000 });

/** An engine whose answers come when the test says so. */
function scene(
  first: Availability['state'] = 'up',
  failure: Partial<Availability> = {},
  plugins: readonly AnyPlugin[] = [],
) {
  const clock = manualClock();
  const calls: string[] = [];
  const waiting: (() => void)[] = [];
  let state = first;
  const asked = () => new Promise<void>((resolve) => waiting.push(resolve));
  const attic = sourceOf('attic');
  const buttons = new SourceButtons({
    sources: { all: () => [attic, sourceOf('cellar'), { ...sourceOf('broken'), integration: null }] },
    engine: {
      isUp: () => state === 'up',
      async checkNow(id) {
        calls.push(`check ${id}`);
        await asked();
        return { state, ...failure };
      },
      async runNow(id, names) {
        calls.push(`sync ${id} ${names.join(' ')}`);
        await asked();
      },
    },
    ops: { jobOf: (_, name) => ({ name, result: 'ok' }) },
    plugins: () => plugins,
    clock,
  });
  return {
    ...{ clock, calls, attic, buttons },
    become: (next: Availability['state']) => {
      state = next;
    },
    async answer() {
      for (const resolve of waiting.splice(0)) resolve();
      await settle();
    },
  };
}

describe('the buttons of the sources page', () => {
  it('ask a source once, however often they are pressed meanwhile', async () => {
    const { attic, buttons, calls, answer, clock } = scene();
    const presses = [buttons.check(attic), buttons.check(attic), buttons.check(attic)];
    await answer();
    expect((await Promise.all(presses)).map(({ text }) => text)).to.deep.equal(Array(3).fill('It answers.'));
    expect(calls).to.deep.equal(['check attic']);
    expect(clock.waiting, 'no timer is left behind').to.equal(0);
  });

  it('say which other plugin is meant by the url', async () => {
    const upstream = await startUpstream({ answer: () => ({ body: { name: 'Drawer' } }) });
    const drawer = definePlugin({
      ...{ id: 'drawer', title: 'Drawer', config: Type.Object({}), create: () => integration },
      recognise: { get: '/', is: ({ data }) => JSON.stringify(data) === '{"name":"Drawer"}' },
    });
    const { buttons, attic, answer } = scene('down', { code: 'bad_response', message: 'a web page' }, [plugin, drawer]);
    const press = buttons.check({ ...attic, address: { url: upstream.url, verifyTls: true } });
    await answer();
    expect(await press).to.deep.equal({
      kind: 'failed',
      text: 'It is down: a web page. This looks like Drawer: write plugin: drawer.',
    });
    await upstream.close();
  });

  it('do not keep one waiting for long, and tell what came out when it has', async () => {
    const { attic, buttons, answer, clock } = scene();
    const press = buttons.check(attic);
    await clock.advance(10_000);
    expect((await press).kind).to.equal('pending');
    expect(buttons.outcomeOf('attic')?.kind).to.equal('pending');
    await answer();
    expect(buttons.outcomeOf('attic')).to.deep.equal({ kind: 'well', text: 'It answers.' });
    await clock.advance(61_000);
    expect(buttons.outcomeOf('attic'), 'old news').to.equal(null);
  });

  it('run every task of a source that is up', async () => {
    const { attic, buttons, calls, answer } = scene();
    const press = buttons.sync(attic);
    await answer();
    expect((await press).text).to.equal('Synced 2 tasks.');
    expect(calls).to.deep.equal(['sync attic one two']);
  });

  it('ask a source that is down first, and sync it if it answers', async () => {
    const { attic, buttons, calls, answer, become } = scene('down');
    const inVain = buttons.sync(attic);
    await answer();
    expect(await inVain).to.deep.equal({ kind: 'failed', text: 'Nothing was synced. It is down.' });
    expect(calls).to.deep.equal(['check attic']);
    const again = buttons.sync(attic);
    become('up');
    await answer();
    await answer();
    expect((await again).text).to.equal('Synced 2 tasks.');
    expect(calls.slice(1)).to.deep.equal(['check attic', 'sync attic one two']);
  });

  it('sync everything that could be started', async () => {
    const { buttons, calls, answer } = scene();
    const press = buttons.syncEverything();
    await answer();
    await press;
    expect(calls).to.deep.equal(['sync attic one two', 'sync cellar one two']);
    expect(buttons.everything?.text).to.equal('Synced 2 sources.');
  });
});

describe('requests a minute', () => {
  it('are those of the last five minutes', async () => {
    const clock = manualClock();
    const counter = new CallCounter();
    const meter = new CallMeter(counter, clock);
    const minute = async (calls: number): Promise<void> => {
      for (let i = 0; i < calls; i++) counter.count('attic');
      for (let ms = 0; ms < 60_000; ms += SAMPLE_MS) {
        await clock.advance(SAMPLE_MS);
        meter.sample();
      }
    };
    for (let i = 0; i < 30; i++) counter.count('attic');
    expect(meter.perMinute('attic'), 'a minute has not passed').to.equal(30);
    await minute(0);
    await minute(0);
    expect(meter.perMinute('attic')).to.equal(15);
    for (let i = 0; i < 10; i++) await minute(6);
    expect(meter.perMinute('attic')).to.equal(6);
    for (let i = 0; i < 6; i++) await minute(0);
    expect(meter.perMinute('attic')).to.equal(0);
    expect(meter.perMinute('nowhere')).to.equal(0);
  });
});

describe('the tasks of a source', () => {
  const at = '2026-11-20T12:00:00.000Z';

  it('are what the rows say, on every replica', async () => {
    const failed = { source: 'attic', name: 'one', result: 'failed', message: 'odd', ranAt: at, nextAt: at };
    const running = { source: 'cellar', name: 'two', result: 'running', everyMs: 30_000 };
    const book = await openBook({ ask: askOf([opsJobs, [failed, running]]) }, PLANS, defaultVariant('UTC'));
    const [one, two] = book.tasksOf(sourceOf('attic'));
    expect(one).to.deep.include({ id: 'one', every: 'every 5 min', nextAt: at, running: false });
    expect(one?.job).to.include({ result: 'failed', message: 'odd' });
    expect([one?.progress, book.tasksOf(sourceOf('cellar'))[1]?.progress]).to.deep.equal([null, { done: 5, of: 9 }]);
    expect(two?.job).to.deep.equal({ name: 'two', result: 'never' });
    expect(book.tasksOf(sourceOf('cellar'))[1]).to.include({ running: true, every: 'every 30 s', nextAt: null });
  });
});

describe('what is known of an upstream', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const refused = { state: 'refused', code: 'auth_failed', message: 'no', checkedAt: at, since: at } as const;
  const up = { state: 'up', name: 'Attic', version: '1.2', checkedAt: at, since: at } as const;

  it('is the same after it was a row', () => {
    for (const known of [refused, up]) expect(availabilityOf(healthRow('attic', 'Shelf', known))).to.deep.equal(known);
    expect(availabilityOf(undefined)).to.deep.equal({ state: 'unknown' });
    expect(availabilityOf(healthRow('attic', 'Shelf', { state: 'unknown' }))).to.deep.equal({ state: 'unknown' });
  });

  it('is read from rows of an earlier version, too', () => {
    const row = { id: 'attic', name: 'attic', type: 'Shelf', ok: false, refused: false, message: 'no', checkedAt: at };
    expect(availabilityOf({ ...row, failingSince: at })).to.deep.equal({
      ...{ state: 'down', message: 'no', checkedAt: at, since: at },
    });
  });
});
