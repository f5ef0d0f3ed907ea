import { dayOf, midnight } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { windowStart } from '#core/time/window.js';

const QUARTER_MS = 15 * 60_000;

/** Days around a midnight that clocks repeat, leave out or go back over, and how many hours the day has. */
const CHANGES: readonly (readonly [zone: string, day: string, hours: number])[] = [
  // One o'clock becomes midnight: midnight comes twice.
  ['America/Havana', '2026-11-01', 25],
  ['Atlantic/Azores', '2026-10-25', 25],
  ['America/Scoresbysund', '2023-10-29', 25],
  ['Asia/Amman', '2021-10-29', 25],
  ['Asia/Gaza', '2009-09-04', 25],
  ['Asia/Hebron', '2009-09-04', 25],
  ['Asia/Chita', '2014-10-26', 26],
  ['Asia/Magadan', '2014-10-26', 26],
  // Midnight becomes eleven in the evening before.
  ['America/Santiago', '2026-04-04', 25],
  ['Asia/Beirut', '2026-10-24', 25],
  ['Africa/Cairo', '2026-10-29', 25],
  ['America/Sao_Paulo', '2019-02-16', 25],
  // A minute of the new day, and then its eve once more.
  ['America/St_Johns', '2010-11-06', 25],
  // Midnight is left out.
  ['America/Santiago', '2026-09-06', 23],
  ['Asia/Beirut', '2026-03-29', 23],
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Sao_Paulo', '2018-11-04', 23],
  ['Pacific/Apia', '2011-12-31', 24],
  ['Europe/Berlin', '2026-10-25', 25],
];

describe('a local day', () => {
  for (const [zone, day, hours] of CHANGES) {
    it(`is one, from its first moment to that of the next: ${day} in ${zone}`, () => {
      const noon = Date.parse(`${day}T12:00:00Z`);
      const times = Array.from({ length: 4 * 96 }, (_, index) => new Date(noon + (index - 192) * QUARTER_MS));
      const begins = times.map((time) => midnight(time, zone).getTime());
      expect(begins).to.deep.equal([...begins].toSorted((one, other) => one - other));
      const starts = [...new Set(begins)];
      for (const start of starts) {
        expect(midnight(new Date(start), zone).getTime()).to.equal(start);
        expect(midnight(new Date(start - 1), zone).getTime()).to.be.below(start);
      }
      const index = starts.findIndex((start) => dayOf(new Date(start), zone) === day);
      expect(((starts[index + 1] ?? 0) - (starts[index] ?? 0)) / 3_600_000).to.equal(hours);
    });
  }

  it('is what a window since midnight holds, in the second hour after it as in the first', () => {
    const since = (now: string) => windowStart('midnight', new Date(now), 'America/Havana');
    expect(since('2026-11-01T04:30:00Z')).to.equal('2026-11-01T04:00:00.000Z');
    expect(since('2026-11-01T05:30:00Z')).to.equal('2026-11-01T04:00:00.000Z');
  });
});
