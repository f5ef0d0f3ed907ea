import { fail } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import { house, knocks, lamps, lampTask, sourceOf, switchOn } from './house.js';

const never = () => new Promise<never>(() => undefined);

describe('sync engine', () => {
  it('has data within seconds, then keeps the interval', async () => {
    const { engine, clock, committed } = await house(sourceOf('a', { tasks: [lampTask(switchOn)] }));
    engine.start();
    await clock.advance(1000);
    expect(committed()).to.have.lengthOf(1);
    expect(committed()[0]).to.include({ source: 'a', task: 'lamps' });
    await clock.advance(60_000);
    expect(committed().length).to.be.within(6, 7);
    await engine.stop();
  });

  it('runs by the schedule of the entry, in the configured zone', async () => {
    const overridden = sourceOf('a', { tasks: [lampTask(switchOn)] }, { lamps: '1h' });
    const nightly = sourceOf('b', { tasks: [lampTask(switchOn, { every: { cron: '0 4 * * *' } })] });
    const { engine, clock, committed } = await house(overridden, nightly);
    engine.start();
    await clock.advance(10_000);
    expect(committed().map(({ source }) => source)).to.deep.equal(['a', 'b']);
    expect(engine.schedules().map(({ everyMs }) => everyMs)).to.deep.equal([3_600_000, null]);
    expect(engine.schedules()[1]?.nextAt).to.equal('2026-11-21T03:00:00.000Z');
    await engine.stop();
    // A pattern that has run waits for its hour after a restart.
    engine.start();
    await clock.advance(10_000);
    expect(committed().map(({ source }) => source)).to.deep.equal(['a', 'b', 'a']);
    await engine.stop();
  });

  it('uses the plugin’s interval where the entry’s makes no sense, and says so', async () => {
    const { engine, clock, log } = await house(sourceOf('a', { tasks: [lampTask(switchOn)] }, { lamps: 'often' }));
    engine.start();
    await clock.advance(1000);
    expect(engine.schedules()[0]?.everyMs).to.equal(10_000);
    expect(log.lines).to.deep.equal([
      'warn schedule of task lamps: "often" is neither an interval like 30s, 5m or 1h nor a cron pattern',
    ]);
    await engine.stop();
  });

  it('slows down while there is nothing', async () => {
    let on = false;
    const task = lampTask(async (out) => out.replace(lamps, on ? [{ id: 'hall', on }] : []), { idle: '1m' });
    const { engine, clock, committed } = await house(sourceOf('a', { tasks: [task] }));
    engine.start();
    await clock.advance(1000);
    expect(engine.schedules()[0]?.everyMs).to.equal(60_000);
    on = true;
    await clock.advance(70_000);
    expect(engine.schedules()[0]?.everyMs).to.equal(10_000);
    const before = committed().length;
    await clock.advance(60_000);
    expect(committed().length - before).to.be.within(5, 7);
    await engine.stop();
  });

  it('never overlaps a task with itself', async () => {
    let running = 0;
    let most = 0;
    const slow = lampTask(async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((done) => clock.after(45_000, done));
      running -= 1;
    });
    const { engine, clock, committed } = await house(sourceOf('a', { tasks: [slow] }));
    engine.start();
    await clock.advance(600_000);
    expect(most).to.equal(1);
    expect(committed().length).to.be.within(9, 12);
    await engine.stop();
  });

  it('commits rows and cursor of a run that asks for more, and calls the port fresh at its end', async () => {
    const task = lampTask(
      async (out) => {
        const page = Number(out.cursor.get() ?? 0);
        out.append(knocks, [{ id: String(page), at: '2026-11-20T12:00:00.000Z' }]);
        out.cursor.set(String(page + 1));
        return page < 3 ? 'more' : undefined;
      },
      { fills: [knocks] },
    );
    const { engine, clock, cache, committed } = await house(sourceOf('a', { tasks: [task] }));
    engine.start();
    await clock.advance(1000);
    expect(committed().map(({ cursor, fills }) => [cursor, fills])).to.deep.equal([
      ['1', []],
      ['2', []],
      ['3', []],
      ['4', [knocks.id]],
    ]);
    expect((await cache.held(knocks.id, 'a')).size).to.equal(4);
    await engine.stop();
  });

  it('commits the first of many large slices at once, and several of those that follow together', async () => {
    const slices = 30;
    const task = lampTask(
      async (out) => {
        const page = Number(out.cursor.get() ?? 0);
        if (page === 12) expect((await out.held(knocks)).size).to.equal(12_000);
        const at = '2026-11-20T12:00:00.000Z';
        out.append(
          knocks,
          Array.from({ length: 1000 }, (_, i) => ({ id: `${page}-${i}`, at })),
        );
        out.cursor.set(String(page + 1));
        return page + 1 < slices ? 'more' : undefined;
      },
      { fills: [knocks] },
    );
    const { engine, clock, cache, committed } = await house(sourceOf('a', { tasks: [task] }));
    engine.start();
    for (let i = 0; i < 60 && committed().at(-1)?.fills.length !== 1; i++) await clock.advance(50);
    expect(committed().map(({ cursor, fills }) => [cursor, fills.length])).to.deep.equal([
      ['1', 0],
      ['7', 0],
      ['12', 0],
      ['18', 0],
      ['24', 0],
      ['30', 1],
    ]);
    expect((await cache.held(knocks.id, 'a')).size).to.equal(slices * 1000);
    await engine.stop();
  });

  it('keeps the good slices of a run that fails', async () => {
    const task = lampTask(
      async (out) => {
        const page = Number(out.cursor.get() ?? 0);
        if (page === 3) throw new Error('no more');
        const at = '2026-11-20T12:00:00.000Z';
        out.append(
          knocks,
          Array.from({ length: 600 }, (_, i) => ({ id: `${page}-${i}`, at })),
        );
        out.cursor.set(String(page + 1));
        return 'more';
      },
      { fills: [knocks] },
    );
    const { engine, clock, cache } = await house(sourceOf('a', { tasks: [task] }));
    engine.start();
    for (let i = 0; i < 20 && (await cache.cursor('a', 'lamps')) !== '3'; i++) await clock.advance(50);
    expect((await cache.held(knocks.id, 'a')).size).to.equal(1800);
    await engine.stop();
  });

  it('refuses to go on after a replace, or without end', async () => {
    const replacing = lampTask(async (out) => {
      out.replace(lamps, []);
      return 'more';
    });
    const idling = lampTask(async () => 'more', { id: 'idling' });
    const { engine, clock, log, committed } = await house(sourceOf('a', { tasks: [replacing, idling] }));
    engine.start();
    await clock.advance(8000);
    expect(committed()).to.deep.equal([]);
    expect(log.lines).to.deep.equal([
      'warn task lamps failed: task lamps asks for more after it has replaced a port',
      'warn task idling failed: task idling asks for more, but its cursor has not moved on',
    ]);
    await engine.stop();
  });

  it('runs a task on request, once for all who ask while it runs', async () => {
    let runs = 0;
    let finish = (): void => undefined;
    const task = lampTask(
      async () => {
        runs += 1;
        await new Promise<void>((done) => {
          finish = done;
        });
      },
      { every: '1h' },
    );
    const { engine, clock } = await house(sourceOf('a', { tasks: [task] }));
    engine.start();
    await clock.advance(1000);
    expect(runs).to.equal(1);
    let answered = 0;
    for (let i = 0; i < 5; i++) void engine.runNow('a', ['lamps']).then(() => (answered += 1));
    finish();
    await settle();
    expect([runs, answered]).to.deep.equal([2, 0]);
    finish();
    await settle();
    expect([runs, answered]).to.deep.equal([2, 5]);
    await engine.runNow('a', ['no-such-task']);
    await engine.runNow('nobody', ['lamps']);
    await engine.stop();
  });

  it('stops without waiting for a task that never settles, and commits nothing of it', async () => {
    let aborted = false;
    let finish = (): void => undefined;
    const late = lampTask((out, signal) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      out.replace(lamps, [{ id: 'hall', on: true }]);
      return new Promise<void>((done) => {
        finish = done;
      });
    });
    const { engine, clock, committed, cache, rows } = await house(
      sourceOf('a', { tasks: [late, lampTask(never, { id: 'deaf' })] }),
    );
    engine.start();
    await clock.advance(1000);
    await engine.stop();
    expect(aborted).to.equal(true);
    finish();
    await settle();
    expect(committed()).to.deep.equal([]);
    expect((await rows(lamps)).length).to.equal(0);
    const batches = cache.batches.length;
    await clock.advance(3_600_000);
    expect(cache.batches).to.have.lengthOf(batches);
    expect(clock.waiting).to.equal(0);
  });

  it('goes on with the sources that a changed config leaves, and forgets those that left', async () => {
    const a = sourceOf('a', { tasks: [lampTask(switchOn)] });
    const b = sourceOf('b', { tasks: [lampTask(switchOn)] });
    const home = await house(a, b);
    const { engine, clock, committed, rows } = home;
    engine.start();
    await clock.advance(3000);
    expect((await rows(lamps)).map(({ source }) => source)).to.deep.equal(['a', 'b']);
    const changed = sourceOf('a', {
      tasks: [lampTask(async (out) => out.replace(lamps, [{ id: 'cellar', on: false }]))],
    });
    home.replaceSources([changed]);
    await engine.apply(['a', 'b']);
    await clock.advance(3000);
    expect(await rows(lamps)).to.deep.equal([{ id: 'cellar', on: false, source: 'a' }]);
    expect(engine.schedules().map(({ source }) => source)).to.deep.equal(['a']);
    expect(committed().filter(({ source }) => source === 'b')).to.have.lengthOf(1);
    await engine.stop();
  });

  it('forgets at its start what left the config while it did not run', async () => {
    const { engine, clock, cache, rows } = await house(sourceOf('a', {}));
    const items = [{ id: 'attic', on: true }];
    const changes = [{ port: lamps.id, kind: 'replace' as const, items }];
    await cache.commit({ source: 'old', task: 'lamps', at: clock.now().toISOString(), fills: [], changes });
    engine.start();
    await clock.advance(1000);
    expect(await rows(lamps)).to.deep.equal([]);
    await engine.stop();
  });

  it('takes nothing amiss of a cache that fails', async () => {
    const { engine, clock, cache, log, rows } = await house(sourceOf('a', { tasks: [lampTask(switchOn)] }));
    cache.failNext = { task: 'lamps', error: new Error('the disk is full') };
    engine.start();
    await clock.advance(60_000);
    expect(log.lines).to.deep.equal(['warn task lamps failed: the disk is full', 'info task lamps works again']);
    expect(await rows(lamps)).to.have.lengthOf(1);
    expect(engine.of('a').state).to.equal('up');
    await engine.stop();
  });

  it('keeps a hand-made error of one source away from the others', async () => {
    const broken = sourceOf('broken', {
      check: () => {
        throw fail('bad_response', 'GET /version answered something unexpected at /: must be object');
      },
      tasks: [lampTask(switchOn)],
    });
    const { engine, clock, rows } = await house(
      broken,
      sourceOf('failed', null),
      sourceOf('good', { tasks: [lampTask(switchOn)] }),
    );
    engine.start();
    await clock.advance(3000);
    expect((await rows(lamps)).map(({ source }) => source)).to.deep.equal(['good']);
    expect(['broken', 'failed', 'good'].map((id) => engine.of(id).state)).to.deep.equal(['down', 'down', 'up']);
    await engine.stop();
  });
});
