import { expect } from 'chai';
import type { Session } from '#core/derivations/core-plays.js';
import { present } from '#core/derivations/recorder.js';
import {
  at,
  every10,
  heard,
  NOTHING,
  nobody,
  type Poll,
  play,
  playing,
  SETTINGS,
  START,
  session,
  silent,
  song,
} from './scenario.js';

describe('history recorder', () => {
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
    expect([...ended.rows.values()].map((row) => row.endedAt)).to.deep.equal([at(105)]);
    const resumed = play([[200, session(100, told)]], SETTINGS, ended);
    expect([...resumed.rows.values()].map((row) => row.endedAt)).to.deep.equal([undefined]);
    const closed = play([[210]], SETTINGS, resumed);
    expect([...closed.rows.values()].map((row) => row.endedAt)).to.deep.equal([at(205)]);
  });

  it('takes a session of nobody in particular', () => {
    const { userId: _, ...anonymous } = session(0);
    const [row] = play([...every10(0, 100, (s) => [{ ...anonymous, positionSeconds: s }]), [110]]).rows.values();
    expect(row).to.include({ viewer: 'Ada', playedSeconds: 105 });
    expect(row).to.not.have.property('userId');
  });

  it('goes on after a crash from what was remembered, and doubles nothing', () => {
    const before = play(playing(0, 100));
    const whole = play([...playing(0, 300), [310]]);
    const after = play([...playing(160, 300, 0), [310]], SETTINGS, before);
    expect([...after.rows.values()]).to.deep.equal([...whole.rows.values()]);
  });

  it('ends nothing before it began, whatever the clock does', () => {
    const [row] = play([...every10(0, 100, (s) => [session(s)]), [-3600, session(110)], [-3590]]).rows.values();
    expect([row?.startedAt, row?.endedAt]).to.deep.equal([at(0), at(0)]);
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

  it('takes 45 s of music for 45 s, by itself and between other songs', () => {
    const short = { ...song, runtimeSeconds: 45 };
    const settings = { minPlaySeconds: 10, resumeMinutes: 60 };
    const alone = play([[-20], [2], ...every10(12, 52, (s) => (s < 52 ? [session(s - 7, short)] : []))], settings);
    expect([...alone.rows.values()].map((row) => row.playedSeconds)).to.deep.equal([45]);
    const album = (s: number) => [session(s % 45, { ...short, itemId: `i${Math.floor(s / 45)}` })];
    const heard = play([[-8], ...every10(2, 222, album), [232]], settings);
    expect([...heard.rows.values()].map((row) => row.playedSeconds)).to.deep.equal([45, 45, 45, 45, 45]);
  });

  it('says where the time was played, by quarters of an hour that sum up to it', () => {
    const polls = [...every10(0, 3600, (s) => [session(s, { seenAt: at(s - 3) })]), [3610] as const];
    const result = play(polls);
    const [row] = result.rows.values();
    expect(row?.quarters).to.deep.equal([
      { at: at(0), seconds: 900 },
      { at: at(900), seconds: 900 },
      { at: at(1800), seconds: 900 },
      { at: at(2700), seconds: 900 },
      { at: at(3600), seconds: 5 },
    ]);
    expect(row?.playedSeconds).to.equal(3605);
  });

  it('leaves out the quarters of a pause, and spreads what is proven late over the time that it took', () => {
    const polls = [
      ...heard(0, 300),
      ...every10(310, 2700, (s) => [session(300, { paused: true, seenAt: at(s) })]),
      ...every10(2710, 2900, (s) => [session(s - 2400, { seenAt: at(s - 4) })]),
      [4310, session(1910, { seenAt: at(4306) })] as const,
      [4320] as const,
    ];
    const [row] = play(polls).rows.values();
    const sum = row?.quarters?.reduce((all, { seconds }) => all + seconds, 0);
    expect(sum).to.equal(row?.playedSeconds);
    expect(row?.quarters?.map((quarter) => quarter.at)).to.deep.equal([at(0), at(2700), at(3600)]);
    expect(row?.playedSeconds).to.be.within(1900, 1925);
  });

  it('goes on with what an older version remembered', () => {
    const { plays } = play(playing(0, 1000));
    const old = plays.map(({ quarters: _, proof: __, heard: ___, state: ____, ...play }) => play);
    const after = play([...playing(1010, 1100, 0), [1110]], SETTINGS, { ...NOTHING, plays: old, polled: 1000 });
    const whole = play([...playing(0, 1100), [1110]]);
    expect([...after.rows.values()]).to.deep.equal([...whole.rows.values()]);
  });

  it('ends the row of who is gone at once, and takes that back when they are heard again', () => {
    const gone = play([...heard(0, 60), ...silent(70, 150, 56)]);
    expect([...gone.rows.values()].map(({ endedAt, playedSeconds }) => ({ endedAt, playedSeconds }))).to.deep.equal([
      { endedAt: at(86), playedSeconds: 86 },
    ]);
    const back = play(heard(160, 170), SETTINGS, gone);
    expect([...back.rows.values()].map(({ endedAt, playedSeconds }) => ({ endedAt, playedSeconds }))).to.deep.equal([
      { endedAt: undefined, playedSeconds: 160 },
    ]);
  });

  it('shows nobody who was not heard of for 90 s, or stands still for so long without a pause', () => {
    const shown = (polls: readonly Poll[], last: Session, second: number) =>
      present(play(polls).plays, [last], { now: START + second * 1000, before: START + (second - 10) * 1000 }).length;
    const dead = session(150, { seenAt: at(56) });
    expect(shown([...heard(0, 60), ...silent(70, 130, 56)], dead, 140)).to.equal(1);
    expect(shown([...heard(0, 60), ...silent(70, 140, 56)], dead, 150)).to.equal(0);
    const still = (s: number) => session(64, { seenAt: at(s - 4) });
    expect(shown([...heard(0, 60), ...every10(70, 140, (s) => [still(s)])], still(150), 150)).to.equal(1);
    expect(shown([...heard(0, 60), ...every10(70, 150, (s) => [still(s)])], still(160), 160)).to.equal(0);
    const pause = (s: number) => session(64, { paused: true, seenAt: at(s - 4) });
    expect(shown([...heard(0, 60), ...every10(70, 990, (s) => [pause(s)])], pause(1000), 1000)).to.equal(1);
    expect(shown([[0]], session(500, { seenAt: at(-81) }), 10)).to.equal(0);
    const channel = (s: number) => session(4, { kind: 'live', seenAt: at(s - 4) });
    expect(
      shown(
        every10(0, 500, (s) => [channel(s)]),
        channel(510),
        510,
      ),
    ).to.equal(1);
  });

  it('takes its figures from the settings', () => {
    const polls = [...playing(0, 20), ...nobody(30, 140), ...playing(150, 170, 130), [180] as const];
    const { rows } = play(polls, { minPlaySeconds: 10, resumeMinutes: 1 });
    expect([...rows.values()].map((row) => row.playedSeconds)).to.deep.equal([25, 35]);
  });
});
