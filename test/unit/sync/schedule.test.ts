import { expect } from 'chai';
import { backoff } from '#core/sync/availability.js';
import { delayOf, everyMsOf, parseEvery } from '#core/time/schedule.js';

const NOON = new Date('2026-11-20T12:00:00.000Z');

describe('schedule', () => {
  it('reads intervals', () => {
    const read = ['30s', '5m', '1h', '1.5h'].map((every) => everyMsOf(parseEvery(every, 'UTC')));
    expect(read).to.deep.equal([30_000, 300_000, 3_600_000, 5_400_000]);
  });

  it('varies an interval by five per cent to either side', () => {
    const schedule = parseEvery('100s', 'UTC');
    expect([0, 0.5, 1].map((random) => delayOf(schedule, NOON, random))).to.deep.equal([95_000, 100_000, 105_000]);
  });

  it('reads cron patterns in the zone, as an object and as the text of an override', () => {
    // 04:00 in Berlin is 03:00 UTC in winter.
    for (const every of [{ cron: '0 4 * * *' }, '0 4 * * *']) {
      const schedule = parseEvery(every, 'Europe/Berlin');
      expect(delayOf(schedule, NOON, 1)).to.equal(15 * 3_600_000);
      expect(everyMsOf(schedule)).to.equal(null);
    }
  });

  it('knows when a pattern never comes round again', () => {
    expect(delayOf(parseEvery({ cron: '0 0 30 2 *' }, 'UTC'), NOON, 0)).to.equal(null);
  });

  it('says what it cannot read', () => {
    expect(() => parseEvery('often', 'UTC')).to.throw(RangeError, '"often" is neither an interval');
    expect(() => parseEvery('0s', 'UTC')).to.throw(RangeError, 'at least 1s');
  });
});

describe('backoff', () => {
  it('doubles up to a quarter of an hour', () => {
    const pauses = [1, 2, 3, 8, 9, 500].map((failures) => backoff('unreachable', failures, 0.5) / 1000);
    expect(pauses).to.deep.equal([5, 10, 20, 640, 900, 900]);
  });

  it('varies, but never exceeds the longest pause', () => {
    expect([0, 1].map((random) => backoff('bad_response', 1, random))).to.deep.equal([4000, 6000]);
    expect(backoff('unreachable', 50, 1)).to.equal(900_000);
  });

  it('asks hourly where the credentials were refused', () => {
    expect(backoff('auth_failed', 1, 0)).to.equal(3_600_000);
  });
});
