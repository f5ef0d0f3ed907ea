import { gunzipSync } from 'node:zlib';
import { cached, defineWidget, digest, listOf, Type, tally } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { counting, poll } from './counting.js';
import { counter, events, everyone, fillTask, makeScene, makeSource, rule, things } from './scene.js';

describe('Snapshots', () => {
  it('serves the common fields around those of the widget', async () => {
    const scene = await counting();
    expect(scene.snapshots.ready('count')).to.equal(undefined);
    expect(await scene.parsed('count')).to.deep.equal({
      service: true,
      n: 1,
      updatedAt: '2026-11-20T12:00:00.000Z',
      sourceState: 'ok',
      freshness: 'live',
      sources: [{ id: 'a', state: 'ok', fetchedAt: '2026-11-20T12:00:00.000Z' }],
    });
    const payload = await poll(scene);
    expect(scene.snapshots.ready('count')).to.equal(payload);
    expect(gunzipSync(payload.gzip()).equals(payload.bytes)).to.equal(true);
    expect(payload.gzip()).to.equal(payload.gzip());
  });

  it('says the state of the read that its tile is about, as soon as it changes', async () => {
    const scene = await makeScene([
      makeSource('a', { tasks: [fillTask(things)] }),
      makeSource('b', { tasks: [fillTask(events)] }),
    ]);
    const tile = { title: 'T', group: 'ops', icon: 'mdi-x', stats: [], about: 'main' } as const;
    const reads = { main: tally(things), more: tally(events) };
    scene.registry.add('core', { widgets: [{ ...counter('c', reads, () => 1), tile }] });
    await scene.sync('a', things, []);
    expect(await scene.parsed('c'))
      .to.include({ sourceState: 'ok' })
      .and.have.property('sources')
      .with.lengthOf(2);
    scene.availabilities.states.set('b', 'down');
    await scene.clock.advance(1000);
    expect(await scene.parsed('c')).to.include({ sourceState: 'ok' });
    scene.availabilities.states.set('a', 'down');
    await scene.clock.advance(1000);
    expect(await scene.parsed('c')).to.include({ sourceState: 'down' });
  });

  it('lets no field out that the widget does not declare', async () => {
    const scene = await counting();
    const leaky = defineWidget({
      id: 'leaky',
      summary: 'Leaks',
      reads: { rows: cached(things) },
      response: Type.Object({ items: listOf({ id: Type.String() }) }),
      render: ({ rows }) => ({ secret: 1, items: rows.items.map((row) => ({ ...row, label: 'x' })) }),
    });
    scene.registry.add('acme', { widgets: [leaky] });
    const payload = await scene.parsed('leaky');
    expect(payload['items']).to.deep.equal([{ id: 'x', label: 'x' }]);
    expect(payload).to.not.have.property('secret');
  });

  it('is made once, until a port that it reads gets other rows', async () => {
    const scene = await counting();
    const first = await poll(scene);
    await scene.clock.advance(14_000);
    expect(await poll(scene)).to.equal(first);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    expect(scene.snapshots.ready('count'), 'nothing differs').to.equal(first);
    await scene.sync('a', things, []);
    expect(scene.snapshots.ready('count')).to.equal(undefined);
    expect(await scene.parsed('count')).to.include({ n: 0 });
    expect(scene.renders.rendered).to.equal(2);
  });

  it('is made once however many wait for it', async () => {
    const scene = await counting();
    const payloads = await Promise.all(Array.from({ length: 20 }, () => poll(scene)));
    expect(new Set(payloads).size).to.equal(1);
    expect(scene.renders.rendered).to.equal(1);
  });

  it('is never an answer from before a change, not even for who comes while it is made', async () => {
    const scene = await counting();
    const early = poll(scene);
    await scene.sync('a', things, []);
    const late = await poll(scene);
    expect(JSON.parse(late.bytes.toString())).to.include({ n: 0 });
    await early;
    expect(await scene.parsed('count')).to.include({ n: 0 });
  });

  it('does not depend on time where nothing in it does', async () => {
    const scene = await counting();
    await poll(scene);
    await scene.clock.advance(29_000);
    await poll(scene);
    expect(scene.renders.rendered).to.equal(1);
  });

  it('says in words how old an answer is that nobody renews, with another ETag each minute', async () => {
    const scene = await counting();
    await poll(scene);
    scene.availabilities.states.set('a', 'down');
    await scene.clock.advance(1000);
    const { etag } = await poll(scene);
    await scene.clock.advance(15_000);
    expect((await poll(scene)).etag).to.equal(etag);
    await scene.clock.advance(120_000);
    expect(await scene.parsed('count')).to.include({ freshness: 'Test down, 2 min old' });
    expect((await poll(scene)).etag).to.not.equal(etag);
  });

  it('tells within a second that a source went down, and later how old its rows are', async () => {
    const scene = await counting();
    await poll(scene);
    scene.availabilities.states.set('a', 'down');
    await scene.clock.advance(1000);
    expect(await scene.parsed('count')).to.include({
      sourceState: 'down',
      n: 1,
      freshness: 'Test down, under 1 min old',
    });
    scene.availabilities.states.delete('a');
    await scene.clock.advance(1000);
    expect(await scene.parsed('count')).to.include({ sourceState: 'ok' });
    await scene.clock.advance(60_000);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    await scene.clock.advance(1000);
    expect((await scene.parsed('count'))['sources']).to.deep.equal([
      { id: 'a', state: 'ok', fetchedAt: '2026-11-20T12:01:02.000Z' },
    ]);
  });

  const timed = [
    ['a window', { it: tally(things, { since: '24h' }) }, () => 1],
    ['a look at the clock', { it: tally(things) }, (now: () => Date) => now().getTime()],
  ] as const;
  for (const [what, reads, use] of timed) {
    it(`with ${what} it is made anew every 15 seconds, and not more often`, async () => {
      const scene = await counting();
      scene.registry.add('core', { widgets: [counter('timed', reads, (_, context) => use(() => context.now))] });
      const first = await poll(scene, 'timed');
      await scene.clock.advance(14_999);
      expect(scene.snapshots.ready('timed')).to.equal(first);
      await scene.clock.advance(1);
      expect(scene.snapshots.ready('timed')).to.equal(undefined);
      expect(await poll(scene, 'timed')).to.not.equal(first);
    });
  }

  it('depends on time where a digest rule does', async () => {
    const scene = await counting();
    scene.registry.add('core', {
      rules: [
        rule('late', ({ now }) => (now.getSeconds() > 10 ? [{ type: 't', severity: 'warn', text: 'late' }] : [])),
      ],
      widgets: [counter('digest', { it: digest() }, ({ it }) => (it as readonly unknown[]).length)],
    });
    expect(await scene.parsed('digest')).to.include({ n: 0 });
    await scene.clock.advance(15_000);
    expect(await scene.parsed('digest')).to.include({ n: 1 });
  });

  it('has an ETag that leaves out when it was made and fetched', async () => {
    const scene = await counting({ it: tally(things, { since: '24h' }) });
    const first = await poll(scene);
    await scene.clock.advance(20_000);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    const later = await poll(scene);
    expect(later).to.not.equal(first);
    expect(later.etag)
      .to.equal(first.etag)
      .and.match(/^W\/"[\w+/]{27}"$/);
    scene.availabilities.states.set('a', 'down');
    await scene.clock.advance(1000);
    expect((await poll(scene)).etag).to.not.equal(first.etag);
  });

  it('shows the last good bytes marked stale when the render fails, and recovers', async () => {
    const scene = await counting();
    const good = await poll(scene);
    scene.renders.fails = true;
    await scene.sync('a', things, []);
    const stale = JSON.parse((await poll(scene)).bytes.toString());
    const marks = { sourceState: 'stale', freshness: 'Not renewed, under 1 min old' };
    expect(stale).to.deep.equal({ ...JSON.parse(good.bytes.toString()), ...marks });
    expect((await poll(scene)).etag).to.not.equal(good.etag);
    expect(scene.renders.rendered, 'not tried again at once').to.equal(2);
    scene.renders.fails = false;
    await scene.clock.advance(15_000);
    expect(await scene.parsed('count')).to.include({ n: 0, sourceState: 'ok' });
  });

  it('does the same when the cache fails', async () => {
    const scene = await counting();
    await poll(scene);
    await scene.sync('a', things, []);
    scene.state.fails = true;
    expect(await scene.parsed('count')).to.include({ n: 1, sourceState: 'stale' });
  });

  it('is given frozen answers and a time of its own: who changes them harms nobody else', async () => {
    const scene = await counting();
    const greedy = counter('greedy', { it: cached(things) }, ({ it }) => {
      (it as { items: object[] }).items.push({ id: 'y', size: 2 });
      return 2;
    });
    const late = counter('late', { it: cached(things) }, (_, { now }) => {
      now.setFullYear(1970);
      return 1;
    });
    scene.registry.add('acme', { widgets: [greedy, late] });
    const error = await poll(scene, 'greedy').catch((thrown: unknown) => thrown);
    expect(error).to.include({
      code: 'widget_failed',
      message: 'The widget greedy of the plugin acme could not be rendered',
    });
    expect(await scene.parsed('late')).to.include({ updatedAt: '2026-11-20T12:00:00.000Z' });
    expect(await scene.parsed('count')).to.include({ n: 1 });
  });

  it('is held against its own response, and told of with the plugin’s name until it works', async () => {
    const scene = await counting();
    const state = { n: 'many' as unknown as number };
    let told = 0;
    scene.snapshots.onNotice(() => (told += 1));
    scene.registry.add('acme', { widgets: [counter('odd', { it: tally(things) }, () => state.n)] });
    const error = await poll(scene, 'odd').catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'widget_failed' });
    expect(scene.snapshots.notices()).to.deep.equal([
      {
        id: 'widget_failed:odd',
        type: 'widget_failed',
        severity: 'error',
        text: 'The widget odd of the plugin acme fails: its render breaks its response at /n: must be integer',
      },
    ]);
    state.n = 3;
    expect(await scene.parsed('odd')).to.include({ n: 3 });
    expect([scene.snapshots.notices(), told]).to.deep.equal([[], 2]);
  });

  it('is an internal error when it never worked, and works as soon as it can', async () => {
    const scene = await counting();
    scene.renders.fails = true;
    const failed = await poll(scene).catch((error: unknown) => error);
    expect(failed).to.include({ code: 'internal', message: 'The widget count could not be rendered' });
    scene.renders.fails = false;
    expect(await scene.parsed('count')).to.include({ n: 1 });
  });

  it('knows no widget that is not there', async () => {
    const scene = await counting();
    expect(scene.snapshots.ready('other')).to.equal(undefined);
    expect(await poll(scene, 'other').catch((error: unknown) => error)).to.include({ code: 'not_found' });
  });

  it('keeps variants apart', async () => {
    const scene = await counting();
    const inZone = counter(
      'zone',
      { it: tally(things) },
      (_, { zone, limit }) => (zone === 'Asia/Tokyo' ? 100 : 0) + limit,
    );
    scene.registry.add('core', { widgets: [inZone] });
    const numberOf = async (more: Partial<typeof everyone>) =>
      (await scene.parsed('zone', { ...everyone, ...more }))['n'];
    expect(await numberOf({})).to.equal(8);
    expect(await numberOf({ limit: 3 })).to.equal(3);
    expect(await numberOf({ zone: 'Asia/Tokyo' })).to.equal(108);
    const none = await scene.parsed('count', { ...everyone, sources: [] });
    expect(none).to.include({ n: 0, sourceState: 'disconnected' });
    const variant = { ...everyone, limit: 3 };
    expect(await scene.snapshots.payload('zone', variant)).to.equal(
      await scene.snapshots.payload('zone', { ...variant }),
    );
  });

  it('follows the sources and the settings of a new config', async () => {
    const scene = await counting();
    await poll(scene);
    scene.setup.sources = [];
    scene.snapshots.apply({ zone: 'UTC', digest: { off: [] }, people: [] });
    expect(scene.snapshots.ready('count')).to.equal(undefined);
    expect(await scene.parsed('count')).to.include({ n: 0, sourceState: 'disconnected' });
  });
});
