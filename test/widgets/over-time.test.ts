/** Pictures over time: what the graphs, the uptime and the trends make of their answers. */
import type { SeriesPoint } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as graphs } from '#widgets/graphs.js';
import { summary, widget as trends } from '#widgets/trends.js';
import { widget as uptime } from '#widgets/uptime.js';
import { at, of, render, rows, total } from '../support/answers.js';

const point = (when: string, key: string | null, sum: number, distinct = 0): SeriesPoint => ({
  ...{ at: when, key, source: null, count: 1, distinct, sum },
});

describe('graphs', () => {
  // The 20th of November 2026 is a Friday.
  const kinds = [
    point('2026-11-18', 'movie', 3600, 1),
    point('2026-11-20', 'movie', 7200, 1),
    point('2026-11-20', 'episode', 1800, 2),
  ];
  /** @param ever hours that were ever watched */
  const payload = (zone = 'UTC', ever = 100) =>
    render(
      graphs,
      {
        kinds,
        methods: [point('2026-11-20', 'transcode', 0, 3)],
        clock: [point('9', null, 3600), point('21', null, 9000)],
        libraries: [],
        users: [
          { ...point('2026-10', '7', 3600, 1), source: 'home' },
          { ...point('2026-11', '7', 3600, 1), source: 'home' },
        ],
        clients: [],
        libraryNames: rows<never>([]),
        ever: total(9, { sum: ever * 3600 }),
      },
      at({ now: new Date('2026-11-20T12:00:00Z'), zone, query: { days: '7' } }),
    );

  it('have a row for each day, those without plays among them, divided by kind and method', () => {
    const { days, methods, ...all } = payload();
    expect(days.map(({ day }) => day)).to.deep.equal([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(days.at(-1)).to.deep.include({ plays: 3, movie: 1, episode: 2, music: 0, hours: 2.5, label: 'Fri 20 Nov' });
    expect(days.at(-1)).to.include({ movieHours: 2, episodeHours: 0.5 });
    expect(methods.at(-1)).to.deep.include({ direct: 0, transcode: 3 });
    expect(all).to.include({ plays: 4, hours: 3.5, perDay: 0.5, busiestDay: 'Fri 20 Nov' });
  });

  it('begin with the first play on record, where there is none before', () => {
    const { days, methods, perDay } = payload('UTC', 3.5);
    expect(days.map(({ day, plays }) => [day, plays])).to.deep.equal([
      ['2026-11-18', 1],
      ['2026-11-19', 0],
      ['2026-11-20', 3],
    ]);
    expect([methods.length, perDay]).to.deep.equal([3, 1.2]);
  });

  it('go by the day that it is in the zone', () => {
    expect(payload('Pacific/Auckland').days.at(-1)?.day).to.equal('2026-11-21');
  });

  it('tell the weekdays and the hours of the day', () => {
    const { weekdays, clock } = payload();
    expect(weekdays.filter(({ plays }) => plays > 0)).to.deep.equal([
      { weekday: 'Wednesday', plays: 1, hours: 1, label: '1 h' },
      { weekday: 'Friday', plays: 3, hours: 2.5, label: '2.5 h' },
    ]);
    expect(clock).to.have.lengthOf(24);
    expect(clock[21]).to.deep.equal({ hour: '21:00', hours: 2.5, label: '2.5 h' });
  });

  it('tell who watched', () => {
    expect(payload().users.map(({ hours, plays }) => [hours, plays])).to.deep.equal([[2, 2]]);
  });
});

describe('uptime', () => {
  const NOW = new Date('2026-11-20T12:00:00Z');
  const health = (id: string, more: object = {}) => ({
    ...{ id, name: id, type: 'Radarr', ok: true, refused: false, message: '', checkedAt: NOW.toISOString() },
    firstAt: '2026-01-01T00:00:00.000Z',
    ...more,
  });
  const outage = (from: string, to?: string, cause: 'unreachable' | 'unwatched' = 'unreachable') => ({
    ...{ from, cause, message: 'nothing listens' },
    ...(to === undefined ? {} : { to }),
  });
  const ask = (own: ReturnType<typeof health>, ...outages: readonly ReturnType<typeof outage>[]) =>
    render(
      uptime,
      { health: rows(of(own.id, own)), outages: rows(of(own.id, ...outages)) },
      at({ now: NOW, zone: 'UTC', query: { days: '7' } }),
    );

  it('is all of the time where nothing was wrong', () => {
    const { items, days, ...all } = ask(health('films'));
    expect(all).to.include({ integrations: 1, up: 1, uptime: 100, incidents: 0 });
    expect(items[0]).to.include({ uptimeDay: 100, uptimeMonth: 100, monthText: '100 %', tone: 'good', label: 'up' });
    expect(days.map(({ uptime }) => uptime)).to.deep.equal([100, 100, 100, 100, 100, 100, 100]);
  });

  it('counts an outage once, whatever touches it, on each day that it was', () => {
    const payload = ask(
      health('films'),
      outage('2026-11-18T18:00:00.000Z', '2026-11-19T06:00:00.000Z'),
      outage('2026-11-19T00:00:00.000Z', '2026-11-19T06:00:00.000Z'),
    );
    expect(payload.items[0]?.days).to.deep.equal([100, 100, 100, 100, 75, 75, 100]);
    expect(payload.items[0]).to.include({ uptimeDay: 100, incidents: 2 });
    expect(payload.incidents).to.equal(2);
    expect(payload.history[0]).to.include({ source: 'films', cause: 'unreachable', seconds: 21_600, label: '6 h' });
  });

  it('knows nothing of the time in which nobody asked', () => {
    const [watched] = ask(
      health('films'),
      outage('2026-11-19T12:00:00.000Z', '2026-11-20T00:00:00.000Z', 'unwatched'),
    ).items;
    expect(watched).to.include({ uptimeDay: 100 });
    const [isNew] = ask(health('films', { firstAt: '2026-11-19T12:00:00.000Z' })).items;
    expect(isNew?.days).to.deep.equal([null, null, null, null, null, 100, 100]);
    const [unasked] = ask(health('films', { firstAt: undefined, ok: false, checkedAt: undefined })).items;
    expect(unasked).to.include({ uptimeDay: null, monthText: '–', label: 'waiting' });
  });

  it('is told of one that lasts, and of one that has lasted longer than anything is kept', () => {
    const down = health('films', { ok: false, failingSince: '2026-11-20T00:00:00.000Z' });
    const payload = ask(down, outage('2026-11-20T00:00:00.000Z'));
    expect(payload.items[0]).to.include({ uptimeDay: 50, ok: false, tone: 'bad', label: 'down for 12 h' });
    expect(payload.history[0]).to.include({ to: null, tone: 'bad', label: '12 h' });
    const long = ask(health('films', { ok: false, failingSince: '2026-02-01T00:00:00.000Z' }));
    expect(long.items[0]).to.include({ uptimeMonth: 0 });
  });
});

describe('trends', () => {
  const ask = (days: '1' | '7', ...samples: readonly SeriesPoint[]) =>
    render(trends, { samples }, at({ query: { days } }));

  it('say what has changed, in words', () => {
    const payload = ask(
      '7',
      ...[point('2026-11-13', 'movies', 100), point('2026-11-20', 'movies', 112)],
      ...[point('2026-11-13', 'storageBytes', 2e12), point('2026-11-20', 'storageBytes', 1.5e12)],
      ...[point('2026-11-13', 'free', 1.1), point('2026-11-20', 'free', 1.1)],
    );
    expect(payload).to.include({ numbers: 3, since: '2026-11-13', moviesChange: '+12 this week' });
    expect(payload.storageChange).to.match(/^−500(\.0)? GB this week$/);
    expect(payload.items.at(-1)).to.include({ key: 'free', change: 0, changeText: '±0 this week' });
  });

  it('leave out what was not known, and never make it 0', () => {
    const payload = ask(
      '7',
      point('2026-11-18', 'users', 4),
      point('2026-11-18', 'movies', 9),
      point('2026-11-20', 'movies', 9),
    );
    expect(payload.days).to.deep.equal([
      { at: '2026-11-18', movies: 9, shows: null, episodes: null, users: 4, label: 'Wed 18 Nov' },
      { at: '2026-11-20', movies: 9, shows: null, episodes: null, users: null, label: 'Fri 20 Nov' },
    ]);
    expect(payload.items[0]).to.deep.include({ key: 'users', points: [4, null], change: null, changeText: '' });
    expect(payload.items[1]).to.include({ key: 'movies', name: 'Movies', label: '9' });
    expect(ask('7')).to.deep.include({ numbers: 0, since: '', moviesChange: '', days: [], items: [] });
  });

  it('stand beside the numbers of the homepage, as far as they are known', () => {
    const samples = [
      ...[point('2026-11-13', 'movies', 100), point('2026-11-20', 'movies', 112)],
      ...[point('2026-11-13', 'shows', 7), point('2026-11-20', 'shows', 7)],
      ...[point('2026-11-13', 'storageBytes', 2e12), point('2026-11-20', 'storageBytes', 1.5e12)],
      point('2026-11-20', 'users', 4),
    ];
    expect(summary.render({ samples }, at())).to.deep.equal({
      moviesChange: '+12 this week',
      showsChange: '±0 this week',
      episodesChange: '',
      usersChange: '',
      storageChange: '−500 GB this week',
    });
  });
});
