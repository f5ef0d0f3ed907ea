import { expect } from 'chai';
import { at, every10, type Poll, play, SETTINGS, session } from './scenario.js';

interface Expected {
  readonly start: number;
  readonly seconds: number;
  readonly viewer?: string;
  readonly title?: string;
}

const playing = (from: number, to: number, offset = from) => every10(from, to, (s) => [session(s - offset)]);
const nobody = (from: number, to: number) => every10(from, to, () => []);
const paused = (from: number, to: number, position: number) =>
  every10(from, to, () => [session(position, { paused: true })]);

const SCENARIOS: Readonly<Record<string, { readonly polls: readonly Poll[]; readonly rows: readonly Expected[] }>> = {
  'a title watched for two minutes': {
    polls: [...playing(0, 120), [130]],
    rows: [{ start: 0, seconds: 120 }],
  },
  'less than the minimum': { polls: [...playing(0, 50), [60]], rows: [] },
  'exactly the minimum': { polls: [...playing(0, 60), [70]], rows: [{ start: 0, seconds: 60 }] },
  'a pause is not counted': {
    polls: [...playing(0, 100), ...paused(110, 1000, 105), ...playing(1010, 1100, 905), [1110]],
    // 100 s, 5 s until the pause, nothing on the way back to playing (the position stands still), then 90 s.
    rows: [{ start: 0, seconds: 195 }],
  },
  'a session that begins paused is no play until it goes on': {
    polls: [...paused(0, 500, 42), ...playing(510, 600, 468), [610]],
    rows: [{ start: 510, seconds: 90 }],
  },
  'a resume within the hour extends the row and keeps its start': {
    polls: [...playing(0, 100), ...nobody(110, 3000), ...playing(3010, 3110, 2910), [3120]],
    rows: [{ start: 0, seconds: 200 }],
  },
  'a resume after the hour is another play': {
    polls: [...playing(0, 100), ...nobody(110, 3710), ...playing(3720, 3820, 3620), [3830]],
    rows: [
      { start: 0, seconds: 100 },
      { start: 3720, seconds: 100 },
    ],
  },
  'a pause of more than an hour ends the play too': {
    polls: [...playing(0, 100), ...paused(110, 3710, 100), ...playing(3720, 3820, 3620), [3830]],
    rows: [
      { start: 0, seconds: 100 },
      { start: 3720, seconds: 100 },
    ],
  },
  'another item on the same device is another play': {
    polls: [...playing(0, 100), ...every10(110, 210, (s) => [session(s - 110, { itemId: 'i2', title: 'M' })]), [220]],
    rows: [
      { start: 0, seconds: 100 },
      { start: 110, seconds: 100, title: 'M' },
    ],
  },
  'two users on one device': {
    polls: [...every10(0, 100, (s) => [session(s), session(s, { id: 's2', userId: 'u2', viewer: 'Ben' })]), [110]],
    rows: [
      { start: 0, seconds: 100 },
      { start: 0, seconds: 100, viewer: 'Ben' },
    ],
  },
  'two sessions of the same play count once': {
    polls: [...every10(0, 100, (s) => [session(s), session(0, { id: 's2', paused: true })]), [110]],
    rows: [{ start: 0, seconds: 100 }],
  },
  'a client that died is counted for 90 s after its last word': {
    polls: [
      ...every10(0, 100, (s) => [session(s, { seenAt: at(s) })]),
      ...every10(110, 500, () => [session(100, { seenAt: at(100) })]),
      [510],
    ],
    rows: [{ start: 0, seconds: 190 }],
  },
  'a client whose position moves is alive, whenever it was seen': {
    polls: [...every10(0, 500, (s) => [session(s, { seenAt: at(0) })]), [510]],
    rows: [{ start: 0, seconds: 500 }],
  },
  'a jump forward counts no faster than the clock': {
    polls: [...playing(0, 50), ...playing(60, 120, -3000), [130]],
    rows: [{ start: 0, seconds: 120 }],
  },
  'a jump back goes on counting': {
    polls: [...playing(0, 50), ...playing(60, 120, 60), [130]],
    rows: [{ start: 0, seconds: 120 }],
  },
  'polls that were missed count as far as the position moved': {
    polls: [...playing(0, 100), [700, session(250)], [710]],
    rows: [{ start: 0, seconds: 260 }],
  },
  'live TV has no position to go by': {
    polls: [...every10(0, 120, () => [session(0, { kind: 'live', title: 'News' })]), [130]],
    rows: [{ start: 0, seconds: 120, title: 'News' }],
  },
  'a clock that is set back adds nothing and takes nothing': {
    polls: [...playing(0, 100), [-3500, session(110)], [-3490, session(120)], [-3480]],
    rows: [{ start: 0, seconds: 110 }],
  },
};

describe('history recorder', () => {
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

  it('shows a row as soon as it counts, and writes it at most every 30 s', () => {
    const result = play(playing(0, 600));
    expect([...result.rows.values()]).to.have.lengthOf(1);
    expect(result.writes).to.equal(1 + (600 - 60) / 30);
  });

  it('files an episode under its series', () => {
    const [row] = play(
      every10(0, 60, (s) => [session(s, { title: 'Pilot', series: 'Twin Peaks', kind: 'episode' })]),
    ).rows.values();
    expect(row).to.include({ title: 'Twin Peaks', episode: 'Pilot', kind: 'episode', device: 'Sofa' });
  });

  it('keeps what the session tells of the work, says where the row is from, and when it was last seen', () => {
    const told = {
      title: 'Pilot',
      series: 'Twin Peaks',
      season: 1,
      episode: 3,
      seriesId: 'tp',
      libraryId: 'shows',
      tvdb: '70533',
      artist: 'Angelo',
      album: 'Themes',
      runtimeSeconds: 2700,
      remote: true,
    };
    const watching = every10(0, 100, (s) => [session(s, told)]);
    const [going] = play(watching).rows.values();
    const { title: _, series: __, episode: ___, ...carried } = told;
    expect(going).to.include({ ...carried, episodeNumber: 3, origin: 'recorded' });
    expect(going).to.not.have.any.keys('endedAt', 'tmdb', 'imdb', 'year');

    const ended = play([...watching, [110]]);
    expect([...ended.rows.values()].map((row) => row.endedAt)).to.deep.equal([at(100)]);
    const resumed = play([[200, session(100, told)]], SETTINGS, ended);
    expect([...resumed.rows.values()].map((row) => row.endedAt)).to.deep.equal([undefined]);
    const closed = play([[210]], SETTINGS, resumed);
    expect([...closed.rows.values()].map((row) => row.endedAt)).to.deep.equal([at(200)]);
  });

  it('takes a session of nobody in particular', () => {
    const { userId: _, ...anonymous } = session(0);
    const [row] = play([...every10(0, 100, (s) => [{ ...anonymous, positionSeconds: s }]), [110]]).rows.values();
    expect(row).to.include({ viewer: 'Ada', playedSeconds: 100 });
    expect(row).to.not.have.property('userId');
  });

  it('goes on after a crash from what was remembered, and doubles nothing', () => {
    const before = play(playing(0, 100));
    const whole = play([...playing(0, 300), [310]]);
    const after = play([...playing(160, 300, 0), [310]], SETTINGS, before);
    expect([...after.rows.values()]).to.deep.equal([...whole.rows.values()]);
  });

  it('closes what ended while nobody looked, with what was seen of it', () => {
    const { rows, plays } = play([[5000]], SETTINGS, play(playing(0, 100)));
    expect([...rows.values()].map((row) => row.playedSeconds)).to.deep.equal([100]);
    expect(plays).to.deep.equal([]);
  });

  it('forgets a play that ended once it cannot be resumed', () => {
    const ended = play([...playing(0, 100), [110]]);
    expect(ended.plays).to.have.lengthOf(1);
    expect(play([[3690]], SETTINGS, ended).plays).to.have.lengthOf(1);
    expect(play([[3710]], SETTINGS, ended).plays).to.deep.equal([]);
  });

  it('takes its figures from the settings', () => {
    const polls = [...playing(0, 20), ...nobody(30, 140), ...playing(150, 170, 130), [180] as const];
    const { rows } = play(polls, { minPlaySeconds: 10, resumeMinutes: 1 });
    expect([...rows.values()].map((row) => row.playedSeconds)).to.deep.equal([20, 20]);
  });
});
