import { fail, opsJobs, opsNotices } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { house, lamps, lampTask, sourceOf, switchOn } from './house.js';
import { upstream } from './upstream.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a task that fails', () => {
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
    await clock.advance(5 * MINUTE + 6000);
    expect(log.lines).to.deep.equal(['warn task lamps failed: task lamps did not end within 300 s']);
    publish();
    await clock.advance(MINUTE);
    expect(refused).to.include({ code: 'published_late' });
    expect(committed()).to.deep.equal([]);
    expect(await rows(lamps)).to.deep.equal([]);
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
