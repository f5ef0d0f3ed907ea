import { frequencyOf, nextRun } from '@sidelight/plugin-api';
import { expect } from 'chai';

const BERLIN = 'Europe/Berlin';
const next = (cron: string, after: string, zone = BERLIN): string | undefined =>
  nextRun(cron, zone, new Date(after))?.toISOString();

/** The runs that follow each other. */
function runs(cron: string, after: string, count: number): readonly (string | undefined)[] {
  const times: (string | undefined)[] = [];
  for (let at: string | undefined = after; times.length < count && at !== undefined; times.push(at))
    at = next(cron, at);
  return times;
}

describe('the next run of a cron pattern', () => {
  it('is meant in its zone, and comes after the given time', () => {
    expect(next('0 4 * * *', '2026-01-10T12:00:00Z')).to.equal('2026-01-11T03:00:00.000Z');
    expect(next('0 4 * * *', '2026-07-10T12:00:00Z')).to.equal('2026-07-11T02:00:00.000Z');
    expect(next('0 4 * * *', '2026-07-10T12:00:00Z', 'UTC')).to.equal('2026-07-11T04:00:00.000Z');
    expect(next('0 4 * * *', '2026-01-11T03:00:00Z'), 'not the time itself').to.equal('2026-01-12T03:00:00.000Z');
  });

  it('keeps to weekdays', () => {
    const expected = ['2026-03-26T08:00:00.000Z', '2026-03-27T08:00:00.000Z', '2026-03-30T07:00:00.000Z'];
    for (const days of ['1-5', 'MON-FRI'])
      expect(runs(`0 9 * * ${days}`, '2026-03-25T12:00:00Z', 3)).to.deep.equal(expected);
  });

  it('comes when the clocks have skipped it', () => {
    expect(runs('30 2 * * *', '2026-03-27T12:00:00Z', 3)).to.deep.equal([
      ...['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'],
    ]);
  });

  it('comes once where the clocks repeat it, unless it names every hour', () => {
    expect(runs('30 2 * * *', '2026-10-24T12:00:00Z', 2)).to.deep.equal([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    expect(runs('0 * * * *', '2026-10-24T23:30:00Z', 3)).to.deep.equal([
      ...['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ]);
  });

  it('takes seconds', () => {
    expect(next('*/20 * * * * *', '2026-01-10T12:00:05Z')).to.equal('2026-01-10T12:00:20.000Z');
  });

  it('is none for a pattern that never comes, or that is none, or in no zone', () => {
    expect(next('0 0 30 2 *', '2026-01-10T12:00:00Z')).to.equal(undefined);
    for (const text of ['often', '', '61 * * * *'])
      expect(next(text, '2026-01-10T12:00:00Z'), text).to.equal(undefined);
    expect(next('0 4 * * *', '2026-01-10T12:00:00Z', 'Not/There')).to.equal(undefined);
  });
});

describe('how often a cron pattern is', () => {
  const SAID: Readonly<Record<string, string>> = {
    '* * * * *': 'every minute',
    '5 * * * *': 'every hour',
    '0 9 * * *': 'every day',
    ' 0  9 * *  1 ': 'every week',
    '0 9 * * mon': 'every week',
    '0 9 1 * *': 'every month',
    '0 9 24 12 *': 'every year',
    '0 9 * * 1-5': '0 9 * * 1-5',
    '*/10 * * * *': '*/10 * * * *',
    '': '',
  };
  for (const [cron, said] of Object.entries(SAID))
    it(`"${cron}" is ${said || 'nothing'}`, () => expect(frequencyOf(cron)).to.equal(said));
});
