import { fail, opsHealth } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import { house, sourceOf } from './house.js';
import { DOWN, REFUSED, upstream } from './upstream.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
    expect(log.lines[0]).to.match(/^warn a rejects the credentials: .* once an hour$/);
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

  it('notices within seconds that the credentials are refused, however young the last check is', async () => {
    const { state, integration } = upstream();
    const { engine, clock } = await house(sourceOf('a', integration));
    engine.start();
    await clock.advance(200);
    expect(engine.of('a').state).to.equal('up');
    state.error = REFUSED;
    const ran = engine.runNow('a', ['lamps']);
    await clock.advance(6000);
    await ran;
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
    const ran = engine.runNow('a', ['lamps']);
    await clock.advance(6000);
    await ran;
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

  it('gives up a check that hangs', async () => {
    const { engine, clock } = await house(sourceOf('a', { check: () => new Promise(() => undefined) }));
    engine.start();
    await clock.advance(31_000);
    expect(engine.of('a')).to.include({ state: 'down', message: 'the check did not end within 30 s' });
    await engine.stop();
  });

  it('listens no longer than it waits, however often it is doubted', async () => {
    const added = new Set<unknown>();
    const { addEventListener, removeEventListener } = AbortSignal.prototype;
    AbortSignal.prototype.addEventListener = function (this: AbortSignal, type: string, listener: () => void) {
      added.add(listener);
      addEventListener.call(this, type, listener);
    };
    AbortSignal.prototype.removeEventListener = function (this: AbortSignal, type: string, listener: () => void) {
      added.delete(listener);
      removeEventListener.call(this, type, listener);
    };
    try {
      const { integration } = upstream();
      const { engine, clock } = await house(sourceOf('a', { ...integration, tasks: [] }));
      engine.start();
      await clock.advance(MINUTE);
      for (let doubts = 0; doubts < 20; doubts++) {
        // The first is checked at once, the second a little later.
        engine.report('a', DOWN);
        await settle();
        engine.report('a', DOWN);
        await clock.advance(MINUTE);
      }
      expect(added.size).to.equal(0);
      await engine.stop();
    } finally {
      Object.assign(AbortSignal.prototype, { addEventListener, removeEventListener });
    }
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
});
