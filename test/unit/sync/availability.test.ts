import { fail, type Integration, opsHealth, opsJobs, opsNotices } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import { house, lamps, lampTask, sourceOf, switchOn } from './house.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An upstream that can be taken down, and counts who asks it. */
function upstream() {
  const calls = { check: 0, lamps: 0 };
  const state: { error: Error | null; taskError: Error | null } = { error: null, taskError: null };
  const integration: Partial<Integration> = {
    async check() {
      calls.check += 1;
      if (state.error !== null) throw state.error;
      return { name: 'Living room', version: '1.2' };
    },
    tasks: [
      lampTask(async (out, signal) => {
        calls.lamps += 1;
        const error = state.error ?? state.taskError;
        if (error !== null) throw error;
        await switchOn(out, signal);
      }),
    ],
  };
  return { calls, state, integration };
}

const DOWN = fail('unreachable', 'GET /lamps at box:80: nothing listens at this address');
const REFUSED = fail('auth_failed', 'GET /version answered 401: the upstream does not take these credentials');

describe('availability', () => {
  it('tells an outage once, backs off, and tells its end once', async () => {
    const { calls, state, integration } = upstream();
    const { engine, clock, log } = await house(sourceOf('a', integration));
    engine.start();
    await clock.advance(30_000);
    expect(engine.of('a')).to.include({ state: 'up', name: 'Living room', version: '1.2' });
    state.error = DOWN;
    await clock.advance(20_000);
    expect(engine.of('a')).to.include({
      state: 'down',
      code: 'unreachable',
      message: DOWN.message,
      name: 'Living room',
    });
    const before = { ...calls };
    await clock.advance(HOUR);
    expect(calls.lamps).to.equal(before.lamps);
    // 5, 10, 20, … 640 s, then every 15 min.
    expect(calls.check - before.check).to.be.within(8, 14);
    state.error = null;
    await clock.advance(15 * MINUTE);
    expect(engine.of('a').state).to.equal('up');
    expect(calls.lamps).to.be.greaterThan(before.lamps);
    expect(log.lines).to.have.lengthOf(2);
    expect(log.lines[0]).to.equal(`warn a is down: ${DOWN.message}`);
    expect(log.lines[1]).to.match(/^info a is up again after \d+ min$/);
    await engine.stop();
  });

  it('lets nobody ask while it backs off', async () => {
    const { calls, state, integration } = upstream();
    state.error = DOWN;
    const { engine, clock } = await house(sourceOf('a', integration));
    expect(engine.mayAsk('a')).to.equal(true);
    engine.start();
    await clock.advance(1000);
    expect(engine.mayAsk('a')).to.equal(false);
    await engine.runNow('a', ['lamps']);
    engine.report('a', DOWN);
    await settle();
    expect(calls).to.deep.equal({ check: 1, lamps: 0 });
    await engine.checkNow('a');
    expect(calls.check).to.equal(2);
    await engine.stop();
  });

  it('asks hourly for refused credentials, and tells it once', async () => {
    const { calls, state, integration } = upstream();
    state.error = REFUSED;
    const { engine, clock, log, rows } = await house(sourceOf('a', integration));
    engine.start();
    await clock.advance(5 * HOUR - MINUTE);
    expect(calls).to.deep.equal({ check: 5, lamps: 0 });
    expect(engine.of('a').state).to.equal('refused');
    expect(log.lines).to.have.lengthOf(1);
    expect(log.lines[0]).to.match(/^warn a refuses the credentials: .* once an hour$/);
    expect((await rows(opsHealth))[0]).to.include({
      ok: false,
      refused: true,
      message: REFUSED.message,
      failingSince: '2026-11-20T12:00:00.000Z',
    });
    state.error = null;
    await clock.advance(2 * MINUTE);
    expect(engine.of('a').state).to.equal('up');
    await engine.stop();
  });

  it('slows a task that alone is refused, and no other', async () => {
    const { calls, state, integration } = upstream();
    state.taskError = fail('auth_failed', 'GET /lamps answered 403');
    let others = 0;
    const other = lampTask(
      async () => {
        others += 1;
      },
      { id: 'other' },
    );
    const { engine, clock, log, rows } = await house(
      sourceOf('a', { ...integration, tasks: [...(integration.tasks ?? []), other] }),
    );
    engine.start();
    await clock.advance(2 * HOUR - MINUTE);
    expect(calls.lamps).to.equal(2);
    expect(others).to.be.within(670, 760);
    expect(engine.of('a').state).to.equal('up');
    expect(log.lines).to.deep.equal(['warn task lamps failed: GET /lamps answered 403']);
    expect((await rows(opsJobs)).map(({ name, result }) => [name, result])).to.deep.equal([
      ['lamps', 'failed'],
      ['other', 'ok'],
    ]);
    await engine.stop();
  });

  it('notices within seconds that the credentials are refused, however young the last check is', async () => {
    const { state, integration } = upstream();
    const { engine, clock } = await house(sourceOf('a', integration));
    engine.start();
    await clock.advance(200);
    expect(engine.of('a').state).to.equal('up');
    state.error = REFUSED;
    await engine.runNow('a', ['lamps']);
    expect(engine.of('a').state).to.equal('up');
    await clock.advance(6000);
    expect(engine.of('a').state).to.equal('refused');
    await engine.stop();
  });

  it('notices within seconds that something else answers in its place', async () => {
    const { state, integration } = upstream();
    const { engine, clock } = await house(sourceOf('a', integration));
    engine.start();
    await clock.advance(200);
    const lie = fail('bad_response', 'GET /lamps answered something unexpected at /: must be object');
    state.error = lie;
    await engine.runNow('a', ['lamps']);
    await clock.advance(6000);
    expect(engine.of('a')).to.include({ state: 'down', code: 'bad_response' });
    state.error = null;
    await clock.advance(MINUTE);
    expect(engine.of('a').state).to.equal('up');
    state.error = lie;
    engine.report('a', lie);
    await clock.advance(6000);
    expect(engine.of('a').state).to.equal('down');
    await engine.stop();
  });

  it('tries a failed task of an hour again within a minute', async () => {
    const { calls, state, integration } = upstream();
    const hourly = (integration.tasks ?? []).map((task) => ({ ...task, every: '1h' as const }));
    const { engine, clock } = await house(sourceOf('a', { ...integration, tasks: hourly }));
    state.taskError = fail('bad_response', 'GET /lamps answered something unexpected at /: must be object');
    engine.start();
    await clock.advance(10_000);
    expect(calls.lamps).to.equal(1);
    state.taskError = null;
    await clock.advance(MINUTE + 12_000);
    expect(calls.lamps).to.equal(2);
    await clock.advance(30 * MINUTE);
    expect(calls.lamps).to.equal(2);
    await engine.stop();
  });

  it('does not take an integration down for one task that throws, and tells each kind of failure once', async () => {
    const { calls, state, integration } = upstream();
    const { engine, clock, log } = await house(sourceOf('a', integration));
    state.taskError = new TypeError('lamps is undefined');
    engine.start();
    await clock.advance(10 * MINUTE);
    expect(calls.lamps).to.be.within(4, 8);
    for (const count of [17, 18]) {
      state.taskError = fail(
        'bad_response',
        `GET /lamps answered something unexpected at /lamps/${count}: must be object`,
      );
      await clock.advance(HOUR);
    }
    state.taskError = null;
    await clock.advance(HOUR);
    expect(engine.of('a').state).to.equal('up');
    expect(log.lines).to.deep.equal([
      'warn task lamps failed: lamps is undefined',
      'warn task lamps failed: GET /lamps answered something unexpected at /lamps/17: must be object',
      'info task lamps works again',
    ]);
    await engine.stop();
  });

  it('ends a task that hangs at its deadline, and refuses what it publishes late', async () => {
    let publish = (): void => undefined;
    let refused: unknown;
    const hanging = lampTask(
      (out) =>
        new Promise<void>((_done, failed) => {
          publish = () => {
            try {
              out.replace(lamps, [{ id: 'hall', on: true }]);
            } catch (error) {
              refused = error;
              failed(error);
            }
          };
        }),
    );
    const { engine, clock, log, rows, committed } = await house(sourceOf('a', { tasks: [hanging] }));
    engine.start();
    await clock.advance(5 * MINUTE + 1000);
    expect(log.lines).to.deep.equal(['warn task lamps failed: task lamps did not end within 300 s']);
    publish();
    await clock.advance(MINUTE);
    expect(refused).to.include({ code: 'published_late' });
    expect(committed()).to.deep.equal([]);
    expect(await rows(lamps)).to.deep.equal([]);
    await engine.stop();
  });

  it('gives up a check that hangs', async () => {
    const { engine, clock } = await house(sourceOf('a', { check: () => new Promise(() => undefined) }));
    engine.start();
    await clock.advance(31_000);
    expect(engine.of('a')).to.include({ state: 'down', message: 'the check did not end within 30 s' });
    await engine.stop();
  });

  it('commits nothing of a run that publishes rubbish', async () => {
    const rubbish = lampTask(async (out) => {
      out.replace(lamps, [{ id: 'hall', on: true }]);
      out.replace(lamps, [{ id: 'hall', on: 'yes' as never }]);
    });
    const { engine, clock, log, committed } = await house(sourceOf('a', { tasks: [rubbish] }));
    engine.start();
    await clock.advance(MINUTE);
    expect(committed()).to.deep.equal([]);
    expect(log.lines).to.have.lengthOf(1);
    expect(log.lines[0]).to.match(/^warn task lamps failed: task lamps published item 0 of test\.lamps with \/on/);
    await engine.stop();
  });

  it('believes a bad live read only when a check confirms it', async () => {
    const { calls, state, integration } = upstream();
    const { engine, clock, log } = await house(sourceOf('a', { ...integration, tasks: [] }));
    engine.start();
    await clock.advance(MINUTE);
    engine.report('a', DOWN);
    await settle();
    expect([calls.check, engine.of('a').state]).to.deep.equal([2, 'up']);
    // A check that is a moment old still holds.
    engine.report('a', DOWN);
    engine.report('a', fail('not_found', 'no such lamp'));
    await settle();
    expect(calls.check).to.equal(2);
    await clock.advance(MINUTE);
    state.error = DOWN;
    engine.report('a', DOWN);
    await settle();
    expect(engine.of('a').state).to.equal('down');
    state.error = null;
    engine.report('a', null);
    await settle();
    expect(engine.of('a').state).to.equal('up');
    expect(log.lines).to.have.lengthOf(2);
    await engine.stop();
  });

  it('tells of a commit that was held back, until one goes through', async () => {
    const { cache, engine, clock, rows, log } = await house(sourceOf('a', { tasks: [lampTask(switchOn)] }));
    cache.failNext = {
      task: 'lamps',
      error: Object.assign(new Error('lamps would lose 900 of 1000 rows'), { code: 'shrink_refused' }),
    };
    engine.start();
    await clock.advance(3000);
    expect(await rows(opsNotices)).to.deep.equal([
      {
        id: 'held-back:a:lamps',
        type: 'held_back',
        severity: 'warn',
        text: 'lamps would lose 900 of 1000 rows',
        source: 'a',
      },
    ]);
    expect((await rows(opsJobs))[0]).to.include({ result: 'failed' });
    await clock.advance(12_000);
    expect(await rows(opsNotices)).to.deep.equal([]);
    expect(await rows(lamps)).to.have.lengthOf(1);
    expect(log.lines).to.deep.equal([
      'warn task lamps failed: lamps would lose 900 of 1000 rows',
      'info task lamps works again',
    ]);
    await engine.stop();
  });
});
