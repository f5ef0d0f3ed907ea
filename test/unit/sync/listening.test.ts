/** A connection that covers a task: fewer runs while it holds, and those of the schedule when it does not. */
import type { Integration } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import { house, lampTask, sourceOf, switchOn } from './house.js';

type Listen = NonNullable<Integration['listen']>;

/** A plugin whose connections the test holds in its hands. */
async function home(schedule: Readonly<Record<string, string>> = {}) {
  const open: { readonly wake: (task: string) => void; readonly covers: (task: string) => void; end(): void }[] = [];
  const listen: Listen = (wake, _, covers) => new Promise((end) => void open.push({ wake, covers, end: () => end() }));
  let runs = 0;
  const task = lampTask(
    async (out, signal) => {
      runs += 1;
      await switchOn(out, signal);
    },
    { every: '10s', idle: '30s', listening: '5m' },
  );
  const here = await house(sourceOf('a', { tasks: [task], listen }, schedule));
  here.engine.start();
  await here.clock.advance(3000);
  return {
    ...here,
    open,
    everyMs: () => here.engine.schedules()[0]?.everyMs,
    async runsWithin(ms: number) {
      const before = runs;
      await here.clock.advance(ms);
      return runs - before;
    },
  };
}

describe('a connection that covers a task', () => {
  it('has it run seldom from the next run on, and at once for what it tells', async () => {
    const { engine, open, everyMs, runsWithin } = await home();
    expect(await runsWithin(60_000), 'before').to.be.within(5, 7);
    open[0]?.covers('lamps');
    expect(everyMs()).to.equal(300_000);
    expect(await runsWithin(60_000), 'the run that was due').to.equal(1);
    expect(await runsWithin(60_000)).to.equal(0);
    open[0]?.wake('lamps');
    expect(await runsWithin(0)).to.equal(1);
    await engine.stop();
  });

  it('leaves the schedule to what it was when it ends, without the rest of the long wait', async () => {
    const { engine, clock, open, everyMs, runsWithin } = await home();
    open[0]?.covers('lamps');
    await clock.advance(30_000);
    open[0]?.end();
    await settle();
    expect(everyMs()).to.equal(10_000);
    expect(await runsWithin(11_000)).to.equal(1);
    expect(await runsWithin(60_000), 'the next connection has proved nothing yet').to.be.within(5, 7);
    await engine.stop();
  });

  it('does not go before the interval of the entry', async () => {
    const { engine, open, everyMs, runsWithin } = await home({ lamps: '5s' });
    open[0]?.covers('lamps');
    expect(everyMs()).to.equal(5000);
    expect(await runsWithin(60_000)).to.be.within(11, 13);
    await engine.stop();
  });

  it('counts as none for a task that there is not, and when it is over', async () => {
    const { engine, clock, open, everyMs } = await home();
    open[0]?.covers('cellar');
    expect(everyMs()).to.equal(10_000);
    open[0]?.end();
    await clock.advance(2000);
    open[0]?.covers('lamps');
    expect(everyMs()).to.equal(10_000);
    await engine.stop();
  });
});
