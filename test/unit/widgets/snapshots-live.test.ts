import { fail, live, type Rows, serve } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { poll } from './counting.js';
import { counter, everyone, makeScene, makeSource, things } from './scene.js';

describe('Snapshots of live widgets', () => {
  const itemsOf = ({ it }: { readonly it: unknown }): number => (it as Rows<unknown>).items.length;

  async function liveScene() {
    const upstream = { calls: 0, fails: false };
    const fragment = serve(things, async () => {
      upstream.calls++;
      if (upstream.fails) throw fail('unreachable', 'nothing listens');
      return [{ id: `${upstream.calls}`, size: 1 }];
    });
    const scene = await makeScene([makeSource('a', { fragments: [fragment] })]);
    scene.registry.add('core', { widgets: [counter('now', { it: live(things), again: live(things) }, itemsOf)] });
    return { ...scene, upstream };
  }

  it('are ready for as long as the answer of the upstream is remembered', async () => {
    const scene = await liveScene();
    const first = await poll(scene, 'now');
    expect(scene.upstream.calls, 'two reads, one call').to.equal(1);
    await scene.clock.advance(1999);
    expect(scene.snapshots.ready('now')).to.equal(first);
    await scene.clock.advance(1);
    expect(scene.snapshots.ready('now')).to.equal(undefined);
    await Promise.all([poll(scene, 'now'), poll(scene, 'now')]);
    expect(scene.upstream.calls).to.equal(2);
  });

  it('are made anew at once when something was done to a source', async () => {
    const scene = await liveScene();
    await poll(scene, 'now');
    scene.reader.outdate('a', [things.id]);
    expect(scene.snapshots.ready('now')).to.equal(undefined);
    await poll(scene, 'now');
    expect(scene.upstream.calls).to.equal(2);
  });

  it('share the calls with each other and between variants', async () => {
    const scene = await liveScene();
    await Promise.all([poll(scene, 'now'), scene.snapshots.payload('now', { ...everyone, limit: 1 })]);
    expect(scene.upstream.calls).to.equal(1);
  });

  it('stay an answer when the upstream is down', async () => {
    const scene = await liveScene();
    await poll(scene, 'now');
    scene.upstream.fails = true;
    await scene.clock.advance(2000);
    expect(await scene.parsed('now')).to.include({ n: 1, sourceState: 'down' });
    await scene.clock.advance(300_000);
    expect(await scene.parsed('now')).to.include({ n: 0, sourceState: 'down' });
  });
});
