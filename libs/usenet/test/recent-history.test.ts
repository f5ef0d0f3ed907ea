import { fakeClock } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { isRecent, recentHistory } from '../src/index.js';

const { signal } = new AbortController();

function watched(isUnsettled?: (entry: string) => boolean) {
  const clock = fakeClock();
  const answers: string[][] = [];
  let calls = 0;
  const history = recentHistory<string>({
    clock,
    load: async () => {
      calls++;
      const next = answers.shift();
      if (next === undefined) throw new Error('no answer');
      return next;
    },
    ...(isUnsettled === undefined ? {} : { isUnsettled }),
  });
  return { clock, answers, history, calls: () => calls };
}

describe('recent history', () => {
  it('is asked for once while the queue only grows', async () => {
    const { answers, history, calls } = watched();
    answers.push(['a']);
    expect(await history.beside(['x'], signal)).to.deep.equal(['a']);
    expect(await history.beside(['x', 'y'], signal)).to.deep.equal(['a']);
    expect(calls()).to.equal(1);
  });

  it('is asked for again when a job has left the queue', async () => {
    const { answers, history } = watched();
    answers.push(['a'], ['x', 'a']);
    await history.beside(['x'], signal);
    expect(await history.beside([], signal)).to.deep.equal(['x', 'a']);
  });

  it('is asked for again until it was answered', async () => {
    const { answers, history } = watched();
    answers.push(['a']);
    await history.beside(['x'], signal);
    const failed = await history.beside([], signal).catch((error: unknown) => error);
    expect(failed).to.be.an('error');
    answers.push(['x', 'a']);
    expect(await history.beside([], signal)).to.deep.equal(['x', 'a']);
  });

  it('is asked for again once a minute', async () => {
    const { clock, answers, history, calls } = watched();
    answers.push(['a'], []);
    await history.beside([], signal);
    clock.advance(59_999);
    await history.beside([], signal);
    expect(calls()).to.equal(1);
    clock.advance(1);
    expect(await history.beside([], signal)).to.deep.equal([]);
  });

  it('is asked for each time while an entry is unsettled', async () => {
    const { answers, history } = watched((entry) => entry === 'unpacking');
    answers.push(['unpacking'], ['done']);
    await history.beside([], signal);
    expect(await history.beside([], signal)).to.deep.equal(['done']);
  });

  it('is asked for after it was forgotten', async () => {
    const { answers, history } = watched();
    answers.push(['a'], []);
    await history.beside([], signal);
    history.forget();
    expect(await history.beside([], signal)).to.deep.equal([]);
  });

  it('does not keep an answer that was under way while it was forgotten', async () => {
    const { answers, history } = watched();
    answers.push(['a'], []);
    const underWay = history.beside([], signal);
    history.forget();
    expect(await underWay).to.deep.equal(['a']);
    expect(await history.beside([], signal)).to.deep.equal([]);
  });
});

describe('isRecent', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const hoursAgo = (hours: number) => now.getTime() / 1000 - hours * 3600;

  it('keeps what is complete for a day, and a failure for a week', () => {
    expect(isRecent(hoursAgo(23), 'completed', now)).to.equal(true);
    expect(isRecent(hoursAgo(25), 'completed', now)).to.equal(false);
    expect(isRecent(hoursAgo(25), 'failed', now)).to.equal(true);
    expect(isRecent(hoursAgo(24 * 7 + 1), 'failed', now)).to.equal(false);
  });
});
