import { nextRun } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { asScheduled } from '../src/map-newsletters.js';

/** A Sunday. */
const NOW = new Date('2026-11-22T12:00:00Z');
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The days of the next seven runs. */
function daysOf(cron: string): string {
  const scheduled = asScheduled(cron);
  const days: string[] = [];
  for (let at = NOW; scheduled !== undefined && days.length < 7; ) {
    const next = nextRun(scheduled, 'UTC', at);
    if (next === undefined) break;
    days.push(DAYS[next.getUTCDay()] ?? '');
    at = next;
  }
  return [...new Set(days)].sort((a, b) => DAYS.indexOf(a) - DAYS.indexOf(b)).join(' ');
}

describe('tautulli: days of the week', () => {
  const RUNS: Readonly<Record<string, string>> = {
    '0 9 * * *': 'Sun Mon Tue Wed Thu Fri Sat',
    '0 9 * * 0': 'Sun',
    '0 9 * * 7': 'Sun',
    '0 9 * * 5': 'Fri',
    '0 9 * * fri': 'Fri',
    '0 9 * * mon-fri': 'Mon Tue Wed Thu Fri',
    '0 9 * * 1-5': 'Tue Wed Thu Fri Sat',
    '0 9 * * 0,3': 'Mon Thu',
    '0 9 * * 6,0': 'Sun Mon',
    '0 9 * * 0-6': 'Sun Mon Tue Wed Thu Fri Sat',
    '0 9 * * */2': 'Sun Mon Wed Fri',
    '0 9 * * 0-4/2': 'Mon Wed Fri',
    '0 9 * * 1,7': '',
    '0 9 * *': '',
    often: '',
  };
  for (const [cron, days] of Object.entries(RUNS))
    it(`${cron} is ${days || 'never'}`, () => expect(daysOf(cron)).to.equal(days));

  it('and of the month have to fit both', () => {
    expect(nextRun(asScheduled('0 9 13 * 5') ?? '', 'UTC', NOW)?.toISOString()).to.equal('2027-08-13T09:00:00.000Z');
  });
});
