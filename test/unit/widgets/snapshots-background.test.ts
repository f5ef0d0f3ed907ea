import { live, serve, tally } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { counting, poll } from './counting.js';
import { counter, everyone, makeScene, makeSource, things } from './scene.js';

/** Answers that change with the size of a thing. */
const SIZES = { it: tally(things, { sum: 'size' }) };

describe('Snapshots in the background', () => {
  it('makes what is polled before it is asked for again', async () => {
    const scene = await counting();
    scene.snapshots.start();
    for (let ask = 0; ask < 2; ask++) await poll(scene);
    await scene.sync('a', things, []);
    expect(scene.snapshots.ready('count')).to.equal(undefined);
    await scene.clock.advance(50);
    expect(JSON.parse(scene.snapshots.ready('count')?.bytes.toString() ?? '{}')).to.include({ n: 0 });
    scene.snapshots.stop();
    expect(scene.clock.waiting).to.equal(0);
  });

  it('makes it once ahead, and then no more until it is asked for', async () => {
    const scene = await counting(SIZES);
    scene.snapshots.start();
    for (let ask = 0; ask < 5; ask++) await poll(scene);
    for (let change = 1; change <= 20; change++) {
      await scene.sync('a', things, [{ id: 'x', size: change }]);
      await scene.clock.advance(1_000);
    }
    expect(scene.renders.rendered).to.equal(2);
    scene.snapshots.stop();
  });

  for (const [often, every] of [
    ['less often than it changes', 10],
    ['as often as it changes', 1],
    ['more often', 1 / 3],
  ] as const) {
    it(`makes nothing more often than it is asked for: asked ${often}`, async () => {
      const scene = await counting(SIZES);
      scene.snapshots.start();
      let asks = 0;
      for (let change = 1; change <= 60; change++) {
        await scene.sync('a', things, [{ id: 'x', size: change }]);
        await scene.clock.advance(1_000);
        const due = Math.floor(change / every) - asks;
        for (let ask = 0; ask < due; ask++) await poll(scene);
        asks += due;
      }
      expect(scene.renders.rendered).to.be.at.most(asks);
      scene.snapshots.stop();
    });
  }

  it('drops widgets that are gone, and answers who waits for one', async () => {
    const scene = await counting();
    scene.snapshots.start();
    await poll(scene);
    await scene.sync('a', things, []);
    const waiting = scene.snapshots.payload('count', everyone);
    scene.registry.swap(scene.registry.empty());
    expect((await waiting).bytes.toString()).to.include('"n":0');
    const { rendered } = scene.renders;
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    await scene.clock.advance(10_000);
    expect(scene.renders.rendered).to.equal(rendered);
    expect(scene.snapshots.ready('count')).to.equal(undefined);
    const gone = await scene.snapshots.payload('count', everyone).catch((error: unknown) => error);
    expect(gone).to.include({ code: 'not_found' });
    scene.snapshots.stop();
  });

  it('never calls an upstream', async () => {
    let calls = 0;
    const fragment = serve(things, async () => {
      calls++;
      return [];
    });
    const scene = await makeScene([makeSource('a', { fragments: [fragment] })]);
    scene.registry.add('core', { widgets: [counter('now', { it: live(things) }, () => 1)] });
    scene.snapshots.start();
    await poll(scene, 'now');
    await scene.clock.advance(30_000);
    expect(calls).to.equal(1);
    scene.snapshots.stop();
  });
});
