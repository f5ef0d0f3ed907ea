/** `ops.outages`: when upstreams were away, across restarts and whatever else happens to an integration. */
import 'reflect-metadata';
import { opsHealth, opsJobs, opsNotices, opsOutages } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Cache } from '#core/cache/cache.js';
import { healthRow } from '#core/ops/availability.js';
import { OpsSource } from '#core/ops/ops-source.js';
import { renameSource } from '#core/ops/rename-source.js';
import { manualClock } from '../../support/manual-clock.js';
import { recordingLog } from '../../support/recording-log.js';
import { onEachCache } from '../cache/on-each-cache.js';
import { house, sourceOf } from './house.js';
import { DOWN, REFUSED, upstream } from './upstream.js';

const START = '2026-11-20T12:00:00.000Z';
const MINUTE = 60_000;

/** The times of a row in minutes after the start: "unreachable 1-5"; without an end: "unreachable 1-". */
const told = (row: { readonly from: string; readonly to?: string; readonly cause: string }): string => {
  const [from, to] = [row.from, row.to].map((time) =>
    time === undefined ? '' : String((Date.parse(time) - Date.parse(START)) / MINUTE),
  );
  return `${row.cause} ${from}-${to}`;
};

onEachCache('outages', (subject) => {
  const clock = () => manualClock(START);

  /** Sidelight as it runs on this cache, until it stops. */
  async function running(cache: Cache, at: ReturnType<typeof manualClock>) {
    for (const port of [opsHealth, opsJobs, opsNotices, opsOutages]) await cache.declare(port);
    const ops = new OpsSource(cache, at, recordingLog());
    await ops.open();
    await ops.enter('attic', []);
    return {
      ops,
      /** What a check tells, so many minutes later. */
      async check(minutes: number, code?: 'unreachable' | 'auth_failed') {
        at.jump(minutes * MINUTE);
        const checkedAt = at.now().toISOString();
        const state = code === undefined ? 'up' : code === 'auth_failed' ? 'refused' : 'down';
        ops.health(
          'attic',
          healthRow('attic', 'Attic', { state, checkedAt, ...(code && { code, message: `it is ${code}` }) }),
        );
        await ops.flush();
      },
    };
  }

  const rows = async (source = 'attic'): Promise<readonly string[]> => {
    const scope = { now: new Date('2027-11-20T12:00:00Z'), zone: 'UTC', sources: [source] };
    const all = await (await subject.again()).rows(opsOutages, {}, scope);
    return all.map(told);
  };

  it('begin when a check fails, and end when one goes well', async () => {
    const { check } = await running(subject.cache, clock());
    await check(0);
    expect(await rows()).to.deep.equal([]);
    await check(5, 'unreachable');
    expect(await rows()).to.deep.equal(['unreachable 5-']);
    await check(3, 'auth_failed');
    expect(await rows(), 'the same outage').to.deep.equal(['unreachable 5-']);
    await check(4);
    expect(await rows()).to.deep.equal(['unreachable 5-12']);
    await check(1, 'auth_failed');
    expect(await rows()).to.deep.equal(['unreachable 5-12', 'auth_failed 13-']);
  });

  it('that last across a restart are one', async () => {
    const at = clock();
    const first = await running(subject.cache, at);
    await first.check(1, 'unreachable');
    await first.ops.standDown(true);
    const second = await running(subject.cache, at);
    await second.check(30, 'unreachable');
    expect(await rows()).to.deep.equal(['unreachable 1-']);
    await second.check(1);
    expect(await rows()).to.deep.equal(['unreachable 1-32']);
  });

  it('claim nothing of the time in which nobody asked', async () => {
    const at = clock();
    const first = await running(subject.cache, at);
    await first.check(1, 'unreachable');
    at.jump(2 * MINUTE);
    await first.ops.standDown(true);
    const second = await running(subject.cache, at);
    await second.check(30);
    expect(await rows(), 'it ended at some time').to.deep.equal(['unreachable 1-3', 'unwatched 3-33']);
    await second.ops.standDown(true);
    const third = await running(subject.cache, at);
    await third.check(10, 'unreachable');
    expect(await rows()).to.deep.equal(['unreachable 1-3', 'unwatched 3-33', 'unwatched 33-43', 'unreachable 43-']);
  });

  it('leave no gap where a restart took no time', async () => {
    const at = clock();
    const first = await running(subject.cache, at);
    await first.check(1);
    await first.ops.standDown(true);
    const second = await running(subject.cache, at);
    await second.check(0.5);
    expect(await rows()).to.deep.equal([]);
  });

  it('end where the integration leaves, and keep their rows', async () => {
    const at = clock();
    const first = await running(subject.cache, at);
    await first.check(1, 'unreachable');
    at.jump(2 * MINUTE);
    await first.ops.leave('attic');
    expect(await rows()).to.deep.equal(['unreachable 1-3']);
    await first.ops.enter('attic', []);
    await first.check(60);
    expect(await rows()).to.deep.equal(['unreachable 1-3', 'unwatched 3-63']);
  });

  it('go with an integration to its new name, and are forgotten with it', async () => {
    const at = clock();
    const first = await running(subject.cache, at);
    await first.check(1, 'unreachable');
    await first.ops.standDown(true);
    await renameSource(subject.cache, 'attic', 'loft');
    expect(subject.cache.atHand(opsHealth).map(({ source, id, name }) => [source, id, name])).to.deep.equal([
      ['loft', 'loft', 'loft'],
    ]);
    expect(await rows('loft')).to.deep.equal(['unreachable 1-']);
    await subject.cache.forget('loft', 'everything');
    expect(await rows('loft')).to.deep.equal([]);
  });

  it('are kept for 400 days after they ended', async () => {
    const { check } = await running(subject.cache, clock());
    await check(1, 'unreachable');
    await check(1);
    const after = (days: number) => new Date(Date.parse(START) + days * 1440 * MINUTE);
    expect(await subject.cache.prune(after(399))).to.equal(0);
    expect(await subject.cache.prune(after(401))).to.equal(1);
  });
});

describe('an outage', () => {
  it('says why, without secrets, and outlives a reload', async () => {
    const { calls: _, state, integration } = upstream();
    state.error = new Error('no answer for s3cret-of-the-house at /lamps');
    const home = await house(sourceOf('a', integration));
    home.engine.start();
    await home.clock.advance(3000);
    await home.engine.apply(['a']);
    await home.clock.advance(20 * MINUTE);
    const rows = await home.rows(opsOutages);
    expect(rows).to.have.lengthOf(1);
    expect(rows[0]).to.include({ from: START, cause: 'unreachable', message: 'no answer for *** at /lamps' });
    expect((await home.rows(opsHealth))[0]).to.include({ message: 'no answer for *** at /lamps' });
    state.error = REFUSED;
    await home.engine.checkNow('a');
    state.error = null;
    await home.engine.checkNow('a');
    await home.clock.advance(1000);
    expect((await home.rows(opsOutages)).map(({ to }) => typeof to)).to.deep.equal(['string']);
    await home.engine.stop();
  });

  it('is written when the database takes rows again', async () => {
    const { state, integration } = upstream();
    const home = await house(sourceOf('a', integration));
    home.engine.start();
    await home.clock.advance(3000);
    home.cache.failing = new Error('disk full');
    state.error = DOWN;
    await home.engine.checkNow('a');
    state.error = null;
    await home.clock.advance(MINUTE);
    expect(await home.rows(opsOutages)).to.deep.equal([]);
    home.cache.failing = null;
    await home.clock.advance(10_000);
    expect((await home.rows(opsOutages)).map(({ cause, to }) => [cause, typeof to])).to.deep.equal([
      ['unreachable', 'string'],
    ]);
    await home.engine.stop();
  });
});
