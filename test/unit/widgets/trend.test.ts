/** What is written down of the homepage: the latest of each hour and day, and nothing that nobody knows. */
import 'reflect-metadata';
import { defineSummary, opsTrend, opsTrendDays, Type, tally } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { Trend } from '#core/widgets/trend.js';
import { fillTask, makeScene, makeSource, things, ZONE } from './scene.js';

async function growing() {
  const scene = await makeScene([makeSource('a', { tasks: [fillTask(things)] })]);
  await scene.cache.declare(opsTrend);
  await scene.cache.declare(opsTrendDays);
  const counting = defineSummary({
    id: 'things',
    reads: { all: tally(things) },
    fields: Type.Object({ things: Type.Integer(), thingsLabel: Type.String() }),
    render: ({ all }) => ({ things: all.count, thingsLabel: `${all.count} things` }),
  });
  scene.registry.add('acme', { summaries: [counting] });
  const trend = new Trend(scene.snapshots, scene.cache, scene.clock, { zone: ZONE });
  const rows = async (port: typeof opsTrend | typeof opsTrendDays) =>
    (await scene.cache.rows(port, { newest: 100 }, { now: scene.clock.now(), zone: ZONE })).map(
      ({ key, at, value }) => `${at.slice(0, 13)} ${key} ${value}`,
    );
  return { ...scene, trend, rows };
}

describe('the trend of the homepage', () => {
  it('is the last value of each hour and of each day', async () => {
    const scene = await growing();
    await scene.sync('a', things, [{ id: '1' }]);
    await scene.trend.sample();
    await scene.sync('a', things, [{ id: '1' }, { id: '2' }]);
    await scene.clock.advance(600_000);
    await scene.trend.sample();
    await scene.clock.advance(3_600_000);
    await scene.sync('a', things, [{ id: '1' }, { id: '2' }, { id: '3' }]);
    await scene.trend.sample();
    expect(await scene.rows(opsTrend)).to.deep.equal(['2026-11-20T13 things 3', '2026-11-20T12 things 2']);
    expect(await scene.rows(opsTrendDays)).to.deep.equal(['2026-11-20T00 things 3']);
  });

  it('has no row of what nobody has told yet', async () => {
    const scene = await growing();
    await scene.trend.sample();
    expect(await scene.rows(opsTrend)).to.deep.equal([]);
  });
});
