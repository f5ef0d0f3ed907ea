/** What is written of integrations that have nothing to tell, where nobody else reads the database. */
import { opsJobs } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { house, lampTask, sourceOf, switchOn } from './house.js';
import { DOWN, upstream } from './upstream.js';

const MINUTE = 60_000;

async function quietHouse(...ids: readonly string[]) {
  const home = await house(...ids.map((id) => sourceOf(id, { tasks: [lampTask(switchOn)] })));
  Object.defineProperty(home.cache, 'isOwn', { value: true });
  home.engine.start();
  await home.clock.advance(2 * MINUTE);
  return home;
}

describe('a quiet house of its own database', () => {
  it('is written once a minute, however many integrations there are', async () => {
    const { cache, clock, engine } = await quietHouse('a', 'b', 'c', 'd', 'e', 'f');
    const ops = () => cache.batches.filter(({ task }) => task === '@ops').map(({ at }) => at);
    const before = new Set(ops());
    await clock.advance(10 * MINUTE);
    const times = new Set(ops().filter((at) => !before.has(at)));
    expect(times.size).to.be.within(8, 12);
    await engine.stop();
  });

  it('is read as it was five seconds ago at most', async () => {
    const { cache, clock, engine } = await quietHouse('a', 'b');
    for (let i = 0; i < 20; i++) {
      await clock.advance(7000);
      for (const row of cache.atHand(opsJobs)) {
        const age = clock.now().getTime() - Date.parse(row.ranAt ?? '');
        // A run every ten seconds, give or take half a second, told five seconds later.
        expect(age, row.source).to.be.below(16_000);
      }
    }
    await engine.stop();
  });

  it('is written at once when there is news', async () => {
    const { state, integration } = upstream();
    const home = await house(sourceOf('a', integration));
    Object.defineProperty(home.cache, 'isOwn', { value: true });
    home.engine.start();
    await home.clock.advance(2 * MINUTE);
    const before = home.cache.commits;
    state.error = DOWN;
    await home.engine.checkNow('a');
    await home.clock.advance(0);
    expect(home.cache.commits).to.be.above(before);
    await home.engine.stop();
  });

  it('keeps all of it at a stop', async () => {
    const { cache, clock, engine } = await quietHouse('a');
    await clock.advance(17_000);
    const ranAt = (): string => cache.atHand(opsJobs)[0]?.ranAt ?? '';
    const shown = ranAt();
    const before = cache.batches.length;
    await engine.stop();
    // The last run may be one that nobody had been told of yet.
    expect(ranAt() >= shown, `${shown}, ${ranAt()}`).to.equal(true);
    expect(JSON.stringify(cache.batches.slice(before))).to.include(ranAt());
  });
});
