import { mediaPlayback, mediaSessions, type SyncTask } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { CodedError } from '#core/ground/errors.js';
import { house, lampTask, sourceOf } from './house.js';

const SECOND = 1000;
const full = () => new CodedError('disk_full', 'The disk of the database is full');

describe('a run that the database does not take', () => {
  it('is tried again within 30 s, however long that lasts and however rarely the task runs', async () => {
    const runs: number[] = [];
    const task = lampTask(
      async () => {
        runs.push(clock.now().getTime());
      },
      { every: '6h' },
    );
    const { cache, engine, clock, log } = await house(sourceOf('a', { tasks: [task] }));
    cache.failing = full();
    engine.start();
    await clock.advance(20 * 60 * SECOND);
    const pauses = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
    expect(pauses.length).to.be.greaterThan(30);
    expect(Math.max(...pauses)).to.be.at.most(30 * SECOND);
    expect(log.lines.filter((line) => line.startsWith('warn task'))).to.deep.equal([
      'warn task lamps failed: The disk of the database is full',
    ]);
    cache.failing = null;
    await clock.advance(30 * SECOND);
    const { length } = runs;
    await clock.advance(60 * 60 * SECOND);
    expect(runs.length).to.equal(length);
    await engine.stop();
  });

  it('loses nothing of a play that began and ended meanwhile', async () => {
    const begin = 20 * SECOND;
    let began = 0;
    const watch: SyncTask = {
      id: 'sessions',
      every: '10s',
      fills: [mediaSessions],
      async run(out) {
        const passed = clock.now().getTime() - began;
        const isOn = passed >= begin && passed <= begin + 141 * SECOND;
        const positionSeconds = Math.round((passed - begin) / SECOND);
        const session = {
          id: 's',
          deviceId: 'd',
          userId: 'u',
          viewer: 'ana',
          itemId: 'i',
          client: 'web',
          device: 'tv',
          title: 'Metropolis',
          kind: 'movie' as const,
        };
        const shown = { ...session, method: 'direct' as const, paused: false, positionSeconds, runtimeSeconds: 9000 };
        out.replace(mediaSessions, isOn ? [shown] : []);
      },
    };
    const { cache, engine, clock, log } = await house(sourceOf('a', { tasks: [watch] }));
    began = clock.now().getTime();
    engine.start();
    await clock.advance(begin + 8 * SECOND);
    cache.failing = full();
    await clock.advance(200 * SECOND);
    cache.failing = null;
    await clock.advance(60 * SECOND);
    const scope = { now: clock.now(), zone: 'UTC', sources: ['a'] };
    expect(log.lines.filter((line) => line.includes('published'))).to.deep.equal([]);
    const plays = await cache.rows(mediaPlayback, {}, scope);
    expect(plays.map(({ title }) => title)).to.deep.equal(['Metropolis']);
    expect(plays[0]?.playedSeconds).to.be.within(130, 150);
    await engine.stop();
  });
});
