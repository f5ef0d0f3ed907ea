import { expect } from 'chai';
import { differs, heardIn } from '../src/map-heard.js';
import type { Session } from '../src/upstream.js';

const SECOND = 10_000_000;
const NOW = Date.parse('2026-11-20T18:00:00Z');

const session = (change: Partial<Session> = {}, position = 100, IsPaused = false): Session => ({
  Id: 'one',
  UserId: 'ada',
  DeviceId: 'tv',
  NowPlayingItem: { Id: 'film', Type: 'Movie' },
  PlayState: { PositionTicks: position * SECOND, IsPaused, AudioStreamIndex: 1 },
  ...change,
});

describe('mediabrowser: what is heard of sessions', () => {
  const before = heardIn([session()], NOW);
  const LATER: Readonly<Record<string, readonly [worth: boolean, sessions: readonly Session[], seconds: number]>> = {
    'the same, ten seconds on': [false, [session({}, 110)], 10],
    'the same position, told again': [false, [session({}, 100)], 10],
    'nothing any more': [true, [], 1],
    'another that plays': [true, [session({}, 101), session({ Id: 'two' })], 1],
    'another that plays nothing': [false, [session({}, 101), session({ Id: 'two', NowPlayingItem: null })], 1],
    'a trailer': [false, [session({}, 101), session({ Id: 'two', NowPlayingItem: { Id: 't', Type: 'Trailer' } })], 1],
    'another title': [true, [session({ NowPlayingItem: { Id: 'next', Type: 'Movie' } }, 101)], 1],
    'another viewer': [true, [session({ UserId: 'ben' }, 101)], 1],
    'a pause': [true, [session({}, 101, true)], 1],
    'a jump ahead': [true, [session({}, 400)], 1],
    'a jump back': [true, [session({}, 10)], 1],
    'a transcode': [true, [session({ TranscodingInfo: { IsVideoDirect: false } }, 101)], 1],
  };
  for (const [what, [worth, sessions, after]] of Object.entries(LATER)) {
    it(`${what}: ${worth ? 'worth' : 'not worth'} a look`, () => {
      expect(differs(before, heardIn(sessions, NOW + after * 1000))).to.equal(worth);
    });
  }

  it('a pause that lasts is not worth another look', () => {
    const paused = heardIn([session({}, 100, true)], NOW);
    expect(differs(paused, heardIn([session({}, 100, true)], NOW + 600_000))).to.equal(false);
  });
});
