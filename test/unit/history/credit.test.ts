import { expect } from 'chai';
import {
  at,
  every10,
  film,
  heard,
  later,
  nobody,
  type Poll,
  paused,
  play,
  playing,
  session,
  silent,
  song,
} from './scenario.js';

interface Expected {
  readonly start: number;
  readonly seconds: number;
  readonly viewer?: string;
  readonly title?: string;
}

/** Between two polls nobody sees how long it went on: what ends unseen is credited half of the time to the next poll. */
const SCENARIOS: Readonly<Record<string, { readonly polls: readonly Poll[]; readonly rows: readonly Expected[] }>> = {
  'a title watched for two minutes': {
    polls: [...playing(0, 120), [130]],
    rows: [{ start: 0, seconds: 125 }],
  },
  'less than the minimum': { polls: [...playing(0, 50), [60]], rows: [] },
  'exactly the minimum': { polls: [...playing(0, 60), [70]], rows: [{ start: 0, seconds: 65 }] },
  'a pause is not counted': {
    polls: [...playing(0, 100), ...paused(110, 1000, 105), ...playing(1010, 1100, 905), [1110]],
    // 105 s until the pause, nothing on the way back to playing (the position stands still), then 90 s and the end.
    rows: [{ start: 0, seconds: 200 }],
  },
  'a session that begins paused is no play until it goes on': {
    polls: [...paused(0, 500, 42), ...playing(510, 600, 468), [610]],
    rows: [{ start: 510, seconds: 95 }],
  },
  'a resume within the hour extends the row and keeps its start': {
    polls: [...playing(0, 100), ...nobody(110, 3000), ...playing(3010, 3110, 2906), [3120]],
    // 105 s, then 4 s until it is seen again, 100 s, 5 s.
    rows: [{ start: 0, seconds: 214 }],
  },
  'a resume after the hour is another play': {
    polls: [...playing(0, 100), ...nobody(110, 3710), ...playing(3720, 3820, 3620), [3830]],
    rows: [
      { start: 0, seconds: 105 },
      { start: 3710, seconds: 115 },
    ],
  },
  'a pause of more than an hour ends the play too': {
    polls: [...playing(0, 100), ...paused(110, 3710, 100), ...playing(3720, 3820, 3620), [3830]],
    rows: [
      { start: 0, seconds: 100 },
      { start: 3720, seconds: 105 },
    ],
  },
  'another item on the same device is another play, and the time between the polls is shared out': {
    polls: [...playing(0, 100), ...every10(110, 210, (s) => [session(s - 106, { itemId: 'i2', title: 'M' })]), [220]],
    rows: [
      { start: 0, seconds: 106 },
      { start: 106, seconds: 109, title: 'M' },
    ],
  },
  'two users on one device': {
    polls: [...every10(0, 100, (s) => [session(s), session(s, { id: 's2', userId: 'u2', viewer: 'Ben' })]), [110]],
    rows: [
      { start: 0, seconds: 105 },
      { start: 0, seconds: 105, viewer: 'Ben' },
    ],
  },
  'two sessions of the same play count once': {
    polls: [...every10(0, 100, (s) => [session(s), session(0, { id: 's2', paused: true })]), [110]],
    rows: [{ start: 0, seconds: 105 }],
  },
  'a client that died is counted for 30 s after its last check-in, though its server moves the position on': {
    polls: [...heard(0, 60), ...silent(70, 640, 56, film), [650]],
    rows: [{ start: 0, seconds: 86 }],
  },
  'a client that died while its server leaves the position where it was': {
    polls: [
      ...every10(0, 100, (s) => [session(s, { seenAt: at(s) })]),
      ...every10(110, 500, () => [session(100, { seenAt: at(100) })]),
      [510],
    ],
    rows: [{ start: 0, seconds: 130 }],
  },
  'a client that goes on reporting, but stands still, is not credited either': {
    polls: [...heard(0, 60), ...every10(70, 600, (s) => [session(60 + 4, { seenAt: at(s - 4) })]), [610]],
    rows: [{ start: 0, seconds: 90 }],
  },
  'live TV goes by its check-ins': {
    polls: [
      ...every10(0, 120, (s) => [session(0, { kind: 'live', title: 'News', seenAt: at(s - 4) })]),
      ...every10(130, 600, () => [session(0, { kind: 'live', title: 'News', seenAt: at(116) })]),
      [610],
    ],
    rows: [{ start: 0, seconds: 146, title: 'News' }],
  },
  'a check-in after a long silence pays what its position proves': {
    polls: [...heard(0, 60), ...silent(70, 300, 56), ...heard(310, 400), [410]],
    rows: [{ start: 0, seconds: 405 }],
  },
  'a check-in after a long silence pays no more than its position proves': {
    polls: [
      ...heard(0, 60),
      ...silent(70, 300, 56),
      ...every10(310, 400, (s) => [session(s - 100, { seenAt: at(s - 4) })]),
      [410],
    ],
    rows: [{ start: 0, seconds: 305 }],
  },
  'a check-in every minute pays all of it': {
    polls: [...every10(0, 600, (s) => [session(s, { seenAt: at(s - (s % 60)) })]), [610]],
    rows: [{ start: 0, seconds: 605 }],
  },
  'a speed of two counts as the clock does': {
    polls: [...every10(0, 600, (s) => [session(2 * (s - 4) + 4, { seenAt: at(s - 4) })]), [610]],
    rows: [{ start: 0, seconds: 605 }],
  },
  'a server whose clock is five minutes slow': {
    polls: [
      ...every10(0, 600, (s) => [session(s, { seenAt: at(s - 304) })]),
      ...every10(610, 900, (s) => [session(s, { seenAt: at(600 - 304) })]),
      [910],
    ],
    rows: [{ start: 0, seconds: 620 }],
  },
  'a server whose clock is five minutes fast': {
    polls: [
      ...every10(0, 600, (s) => [session(s, { seenAt: at(s + 296) })]),
      ...every10(610, 900, (s) => [session(s, { seenAt: at(600 + 296) })]),
      [910],
    ],
    rows: [{ start: 0, seconds: 630 }],
  },
  'positions that clients tell every ten seconds, and polls that come at any time': {
    polls: [
      ...Array.from({ length: 56 }, (_, n): Poll => {
        const second = n * 10.9;
        return [second, session(Math.floor(second / 10) * 10)];
      }),
      [610],
    ],
    rows: [{ start: 0.9, seconds: 595 }],
  },
  'a jump forward counts no faster than the clock': {
    polls: [...playing(0, 50), ...playing(60, 120, -3000), [130]],
    rows: [{ start: 0, seconds: 125 }],
  },
  'a jump back goes on counting': {
    polls: [...playing(0, 50), ...playing(60, 120, 60), [130]],
    rows: [{ start: 0, seconds: 125 }],
  },
  'polls that were missed count as far as the position moved': {
    polls: [...playing(0, 100), [700, session(250)], [710]],
    rows: [{ start: 0, seconds: 255 }],
  },
  'a server that hangs for 36 s costs nothing': {
    polls: [...heard(0, 100), [146, session(146, { seenAt: at(143) })], ...heard(150, 200), [210]],
    rows: [{ start: 0, seconds: 205 }],
  },
  'live TV has no position to go by': {
    polls: [...every10(0, 120, () => [session(0, { kind: 'live', title: 'News' })]), [130]],
    rows: [{ start: 0, seconds: 125, title: 'News' }],
  },
  'a clock that is set back adds nothing and takes nothing': {
    polls: [...playing(0, 100), [-3500, session(110)], [-3490, session(120)], [-3480]],
    rows: [{ start: 0, seconds: 115 }],
  },
  'what was not there at the last poll has played since, as far as its position says': {
    polls: [[0], [30, session(25)], ...playing(40, 100, 5), [110]],
    rows: [{ start: 5, seconds: 100 }],
  },
  'what is seen by the very first poll has played since its last check-in': {
    polls: [[0, session(1800, { seenAt: at(-7) })], ...heard(10, 100, {}).map(later(1800)), [110]],
    rows: [{ start: -7, seconds: 112 }],
  },
  'what began while nobody looked is not guessed at': {
    polls: [[0], [3600, session(3000, { seenAt: at(3598) })], ...heard(3610, 3700).map(later(-600)), [3710]],
    rows: [{ start: 3598, seconds: 107 }],
  },
  'a song heard three times is three plays': {
    polls: [[-10], ...every10(0, 600, (s) => [session(s % 200, song)]), [610]],
    rows: [
      { start: 0, seconds: 200, title: 'River' },
      { start: 200, seconds: 200, title: 'River' },
      { start: 400, seconds: 200, title: 'River' },
    ],
  },
  'a film begun again after its end is another play, though within the hour': {
    polls: [
      ...every10(0, 5300, (s) => [session(s, film)]),
      ...nobody(5310, 6000),
      ...every10(6010, 6110, (s) => [session(s - 6005, film)]),
      [6120],
    ],
    rows: [
      { start: 0, seconds: 5305 },
      { start: 6005, seconds: 110 },
    ],
  },
  'a film taken back to its beginning in its middle is one play': {
    polls: [
      ...every10(0, 1000, (s) => [session(s, film)]),
      ...every10(1010, 1100, (s) => [session(s - 1005, film)]),
      [1110],
    ],
    rows: [{ start: 0, seconds: 1105 }],
  },
};

describe('history recorder: how long a play was played', () => {
  for (const [name, { polls, rows }] of Object.entries(SCENARIOS)) {
    it(name, () => {
      const written = [...play(polls).rows.values()].map((row) => ({
        start: row.startedAt,
        seconds: row.playedSeconds,
        viewer: row.viewer,
        title: row.title,
      }));
      expect(written).to.deep.equal(
        rows.map(({ start, seconds, viewer = 'Ada', title = 'Metropolis' }) => ({
          start: at(start),
          seconds,
          viewer,
          title,
        })),
      );
    });
  }
});
