/** What is made of the same answers is not rendered a second time. */
import { cached, defineWidget, listOf, picture, Type, tally } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { Snapshots } from '#core/widgets/snapshots.js';
import { counting, poll } from './counting.js';
import { counter, everyone, fillTask, makeScene, makeSource, things, ZONE } from './scene.js';

const WINDOW = { it: tally(things, { since: '24h' }) };

describe('Snapshots of the same answers', () => {
  it('say when they were made, and are not rendered again', async () => {
    const scene = await counting(WINDOW);
    const first = await poll(scene);
    await scene.clock.advance(15_000);
    const second = await poll(scene);
    expect(second.etag).to.equal(first.etag);
    expect(JSON.parse(second.bytes.toString())).to.include({ n: 0, updatedAt: '2026-11-20T12:00:15.000Z' });
    expect(scene.renders.rendered).to.equal(1);
  });

  it('are rendered again once these have changed', async () => {
    const scene = await counting();
    await poll(scene);
    await scene.sync('a', things, [
      { id: 'x', size: 1 },
      { id: 'y', size: 1 },
    ]);
    expect(await scene.parsed('count')).to.include({ n: 2 });
    expect(scene.renders.rendered).to.equal(2);
  });

  it('are rendered again where the render looked at the time', async () => {
    const scene = await counting();
    scene.registry.add('core', { widgets: [counter('clock', WINDOW, (_, { now }) => now.getSeconds())] });
    expect(await scene.parsed('clock')).to.include({ n: 0 });
    await scene.clock.advance(15_000);
    expect(await scene.parsed('clock')).to.include({ n: 15 });
  });

  it('have the addresses of pictures that hold today', async () => {
    const scene = await makeScene([makeSource('a', { tasks: [fillTask(things)] })]);
    const shown = defineWidget({
      id: 'shown',
      summary: 'Shows',
      reads: { rows: cached(things) },
      response: Type.Object({ items: listOf({ poster: picture() }) }),
      render: ({ rows }) => ({ items: rows.items.map(({ id }) => ({ poster: `a:${id}`, label: id })) }),
    });
    scene.registry.add('core', { widgets: [shown] });
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    let day = 1;
    const addresses = { of: ({ name }: { readonly name: string }) => `/${name}/${day}`, stamp: () => String(day) };
    const settings = { zone: ZONE, digest: { off: [] }, people: [] };
    const { registry, reader, cache, clock } = scene;
    const snapshots = new Snapshots(registry, reader, cache, clock, settings, silentLog, addresses);
    const posters = async () => JSON.parse((await snapshots.payload('shown', everyone)).bytes.toString()).items;
    expect(await posters()).to.deep.equal([{ poster: '/x/1', label: 'x' }]);
    day = 2;
    expect(await posters()).to.deep.equal([{ poster: '/x/2', label: 'x' }]);
  });
});
