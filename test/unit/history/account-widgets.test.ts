/** What dashboards are told of plays, from the polls of a server or the rows of a history to the payload. */
import { mediaSessions, mediaUsers } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Cache } from '#core/cache/cache.js';
import type { Playback } from '#core/derivations/core-plays.js';
import { widget as activity } from '#widgets/activity.js';
import { widget as sessions } from '#widgets/sessions.js';
import { widget as statistics } from '#widgets/statistics.js';
import { widget as viewers } from '#widgets/viewers.js';
import { widget as watch } from '#widgets/watch.js';
import { onEachCache } from '../cache/on-each-cache.js';
import { session } from './scenario.js';
import { declareAll, plays, shownBy, tell } from './tell.js';

const NOON = '2026-11-21T12:00:00.000Z';
const film: Playback = {
  id: 'p1',
  userId: 'u1',
  viewer: 'ada',
  itemId: 'i1',
  libraryId: 'l1',
  title: 'Metropolis',
  kind: 'movie',
  method: 'direct',
  client: 'Web',
  startedAt: '2026-11-20T20:00:00.000Z',
  playedSeconds: 3600,
};

onEachCache('dashboards about plays', (subject) => {
  let cache: Cache;
  beforeEach(async () => {
    ({ cache } = subject);
    await declareAll(cache);
  });
  const history = (source: string, ...items: readonly Partial<Playback>[]) =>
    tell(cache, { source, at: NOON, changes: [plays(...items.map((item) => ({ ...film, ...item })))] });

  it('say at 00:30, in the middle of a film, that somebody watches today, and for half an hour', async () => {
    const start = Date.parse('2026-11-20T22:10:00.000Z');
    for (let minute = 0; minute <= 80; minute++) {
      const changes = [{ port: mediaSessions.id, kind: 'replace', items: [session(minute * 60)] }] as const;
      await tell(cache, { source: 'tv', at: new Date(start + minute * 60_000).toISOString(), changes });
    }
    const [now, zone] = ['2026-11-20T23:30:00.000Z', 'Europe/Berlin'] as const;
    expect(await shownBy(cache, sessions, {}, now, zone)).to.include({ today: 1, viewersToday: 1, last24h: 1 });
    const today = await shownBy(cache, viewers, {}, now, zone);
    expect(today).to.include({ today: 1, viewersToday: 1 });
    expect(today.items[0]).to.include({ name: 'Ada', hours: 0.5, lastTitle: 'Metropolis' });
    expect(await shownBy(cache, watch, {}, now, zone)).to.include({ hoursToday: 0.5, hoursWeek: 1.3, peakStreams: 1 });
  });

  it('divide a film over midnight: both days have it, each the hours that were its own', async () => {
    await history('tv', { startedAt: '2026-11-20T23:15:00.000Z', playedSeconds: 7200 });
    const day = async (now: string) => [
      (await shownBy(cache, sessions, {}, now))['today'],
      (await shownBy(cache, watch, {}, now))['secondsToday'],
    ];
    expect(await day('2026-11-20T23:59:59.000Z')).to.deep.equal([1, 2700]);
    expect(await day('2026-11-21T23:00:00.000Z')).to.deep.equal([1, 4500]);
    expect(await day('2026-11-22T01:00:00.000Z')).to.deep.equal([0, 0]);
  });

  it('keep a film and a series of one name apart, and know one work on two servers', async () => {
    await history('tv', { tmdb: '19' }, { id: 'p2', kind: 'episode', seriesId: 's', episode: 'Pilot' });
    await history('attic', { itemId: 'other', tmdb: '19' });
    const { items } = await shownBy(cache, statistics, {}, NOON);
    expect(items.map(({ kind, title, plays, viewers }) => [kind, title, plays, viewers])).to.deep.equal([
      ['movie', 'Metropolis', 2, 2],
      ['series', 'Metropolis', 1, 1],
    ]);
  });

  it('know a renamed user as one, and two users of one name on two servers as two', async () => {
    await history('tv', {}, { id: 'p2', viewer: 'countess' });
    await history('attic', { id: 'p3' });
    const upsert = [{ id: 'u1', name: 'countess', admin: false }];
    const change = { port: mediaUsers.id, kind: 'patch', upsert, remove: [] } as const;
    await tell(cache, { source: 'tv', at: NOON, changes: [change] });
    const { users, topUser } = await shownBy(cache, statistics, {}, NOON);
    expect([users, topUser]).to.deep.equal([2, 'countess']);
    const { items } = await shownBy(cache, activity, {}, NOON);
    expect(items.map(({ viewer }) => viewer)).to.have.members(['countess', 'ada']);
  });

  it('look back as far as is asked, all of it from counters, with the same numbers', async () => {
    const old = { startedAt: '2026-06-01T20:00:00.000Z' };
    await history('tv', {}, { id: 'p2', ...old }, { id: 'p3', startedAt: '2024-01-01T20:00:00.000Z', method: 'remux' });
    const told = async (days: string) => {
      const { plays, hours } = await shownBy(cache, statistics, { days }, NOON);
      const { seconds, plays: watched } = await shownBy(cache, watch, { days }, NOON);
      return [plays, hours, watched, seconds];
    };
    expect(await told('1')).to.deep.equal([1, 1, 1, 3600]);
    expect(await told('90')).to.deep.equal([1, 1, 1, 3600]);
    expect(await told('365')).to.deep.equal([2, 2, 2, 7200]);
    expect(await told('all')).to.deep.equal([3, 3, 3, 10_800]);
    for (const by of ['kind', 'method', 'client', 'library', 'user']) {
      const { items } = await shownBy(cache, watch, { days: 'all', by }, NOON);
      const sum = (field: string) => items.reduce((total, item) => total + Number(item[field]), 0);
      expect([sum('plays'), sum('seconds')], by).to.deep.equal([3, 10_800]);
    }
  });

  it('show the latest plays of one kind, however long ago they were', async () => {
    const songs = Array.from({ length: 300 }, (_, n) => ({ id: `s${n}`, itemId: `s${n}`, kind: 'music' as const }));
    await history('tv', { startedAt: '2025-01-01T00:00:00.000Z' }, ...songs);
    const { count, items } = await shownBy(cache, activity, { kind: 'movie' }, NOON);
    expect([count, items.map(({ id }) => id)]).to.deep.equal([1, ['tv:p1']]);
  });
});
