import { opsHealth, opsJobs, opsNotices } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Notice } from '#core/ops/notices.js';
import { house, lampTask, sourceOf, switchOn } from './house.js';

describe('the core’s own facts', () => {
  it('are rows under the integration that they are about', async () => {
    const source = sourceOf('a', {
      check: async () => ({ name: 'Living room', version: '1.2' }),
      tasks: [lampTask(switchOn)],
    });
    const { engine, clock, rows } = await house(source);
    engine.start();
    await clock.advance(3000);
    expect(await rows(opsHealth)).to.deep.equal([
      {
        id: 'a',
        name: 'Living room',
        type: 'House',
        ok: true,
        refused: false,
        message: '',
        version: '1.2',
        checkedAt: '2026-11-20T12:00:00.000Z',
        firstAt: '2026-11-20T12:00:00.000Z',
        since: '2026-11-20T12:00:00.000Z',
        source: 'a',
      },
    ]);
    const [job] = await rows(opsJobs);
    expect(job).to.include({ name: 'lamps', result: 'ok', durationMs: 0, ranAt: '2026-11-20T12:00:00.000Z' });
    expect(Date.parse(String(job?.['nextAt']))).to.be.greaterThan(Date.parse('2026-11-20T12:00:09.000Z'));
    await engine.stop();
  });

  it('cost one commit per run at most, however often a task runs', async () => {
    const { engine, clock, cache, committed } = await house(
      sourceOf('a', { tasks: [lampTask(switchOn), lampTask(switchOn, { id: 'more' })] }),
    );
    engine.start();
    await clock.advance(60_000);
    const before = { ops: cache.batches.length - committed().length, runs: committed().length };
    await clock.advance(600_000);
    const runs = committed().length - before.runs;
    const ops = cache.batches.length - committed().length - before.ops;
    expect(runs).to.be.greaterThan(110);
    expect(ops).to.be.within(30, 65);
    await engine.stop();
  });

  it('show a run that takes its time', async () => {
    const slow = lampTask(() => new Promise<void>((done) => void clock.after(120_000, done)));
    const { engine, clock, rows } = await house(sourceOf('a', { tasks: [slow] }));
    engine.start();
    await clock.advance(15_000);
    expect((await rows(opsJobs))[0]).to.include({ result: 'running' });
    await clock.advance(110_000);
    expect((await rows(opsJobs))[0]).to.include({ result: 'ok', durationMs: 120_000 });
    await engine.stop();
  });

  it('survive a restart', async () => {
    const first = await house(
      sourceOf('a', { check: async () => ({ name: 'Living room' }), tasks: [lampTask(switchOn)] }),
    );
    first.engine.start();
    await first.clock.advance(3000);
    await first.engine.stop();
    expect((await first.ops.enter('a', ['lamps', 'new'])).name).to.equal('Living room');
    expect(first.ops.jobOf('a', 'lamps')).to.include({ result: 'ok' });
    expect(first.ops.jobOf('a', 'new')).to.deep.equal({ name: 'new', result: 'never' });
  });

  it('hold the notices of all who supply some, for as long as they do', async () => {
    const text = 'its path is taken';
    let notices: readonly Notice[] = [
      { id: 'n1', type: 'contribution_refused', severity: 'warn', text },
      { id: 'n2', type: 'plugin_create', severity: 'error', text: 'no url', source: 'a' },
    ];
    const { engine, clock, rows, ops } = await house(sourceOf('a', null));
    ops.noticesFrom(() => notices);
    engine.start();
    await clock.advance(3000);
    expect((await rows(opsNotices)).map(({ id, source }) => [id, source])).to.deep.equal([
      ['n1', 'core'],
      ['n2', 'a'],
    ]);
    expect((await rows(opsHealth))[0]).to.include({ id: 'a', ok: false, name: 'a' });
    notices = notices.slice(0, 1);
    ops.touch();
    await clock.advance(1000);
    expect((await rows(opsNotices)).map(({ id }) => id)).to.deep.equal(['n1']);
    await engine.stop();
  });

  it('leave with their integration', async () => {
    const home = await house(sourceOf('a', { tasks: [lampTask(switchOn)] }));
    home.engine.start();
    await home.clock.advance(3000);
    home.replaceSources([]);
    await home.engine.apply(['a']);
    await home.clock.advance(60_000);
    expect([...(await home.rows(opsJobs)), ...(await home.rows(opsHealth))]).to.deep.equal([]);
    await home.engine.stop();
  });

  it('are written later when the cache fails, with one line', async () => {
    const { engine, clock, cache, log, rows } = await house(sourceOf('a', { tasks: [lampTask(switchOn)] }));
    cache.failNext = { task: '@ops', error: new Error('locked') };
    engine.start();
    await clock.advance(15_000);
    expect(log.lines).to.deep.equal(['warn the state of integrations could not be stored']);
    expect(await rows(opsJobs)).to.have.lengthOf(1);
    await engine.stop();
  });
});
