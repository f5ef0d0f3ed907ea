import { expect } from 'chai';
import { calendarWindow, dayIn, isWithin, onDay } from '../src/index.js';

describe('servarr: calendar', () => {
  const days: readonly (readonly [zone: string, day: string, begins: string])[] = [
    ['UTC', '2026-08-22', '2026-08-22T00:00:00.000Z'],
    ['America/New_York', '2026-08-22', '2026-08-22T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-08-22', '2026-08-21T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-08-22', '2026-08-21T10:00:00.000Z'],
    // Clocks go forward, and back, later on these days.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z'],
    // There is no midnight: clocks go from 23:59 to 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    // There are two: clocks go back to 23:00, so that the day begins an hour after the first.
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  ];
  for (const [zone, day, begins] of days) {
    it(`${day} begins at ${begins} in ${zone}`, () => {
      expect(onDay(day, zone)).to.deep.equal({ date: begins, day, allDay: true });
    });
  }

  it('a date with an hour that means nothing is that day in Los Angeles, too', () => {
    const odd = onDay(dayIn('2026-11-23T05:00:00Z'), 'America/Los_Angeles');
    expect(odd).to.deep.equal({ date: '2026-11-23T08:00:00.000Z', day: '2026-11-23', allDay: true });
  });

  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue']) {
    it(`the window holds the whole local day and 30 more in ${zone}`, () => {
      for (let hour = 0; hour < 24; hour++) {
        const now = new Date(Date.UTC(2026, 7, 22, hour, 30));
        const window = calendarWindow(now, zone, 30);
        expect(isWithin(new Date(now.getTime() - 24 * 3_600_000).toISOString(), window), 'a day ago').to.equal(true);
        expect(isWithin(new Date(now.getTime() + 30 * 86_400_000).toISOString(), window), 'in 30 days').to.equal(true);
      }
    });
  }
});
