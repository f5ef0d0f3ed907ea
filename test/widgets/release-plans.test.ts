import { expect } from 'chai';
import { widget as calendar, summary } from '#widgets/calendar.js';
import { widget as storage } from '#widgets/storage.js';
import { widget as today } from '#widgets/today.js';
import { at, group, of, render, rows, total } from '../support/answers.js';
import { film, type Planned, planned, release } from '../support/planned.js';

const NO_LIBRARY = {
  disks: rows<never>([]),
  growth: rows<never>([]),
  total: total(0),
  sizes: [],
  libraries: rows([]),
};

describe('films in cinemas', () => {
  const cinema = { dateKind: 'cinema', tmdb: '2' } as const;
  const answers = planned(
    of('films', film('2', '2026-08-22', cinema), film('8', '2026-08-27', { ...cinema, tmdb: '8' })),
  );

  it('are listed, but neither due nor missing, nor in the estimate', () => {
    const payload = render(calendar, {
      ...answers,
      fileKinds: [group('movie', 1, { sum: 900 })],
      titleKinds: [group('movie', 1)],
    });
    expect(payload).to.include({ upcoming: 0, today: 0, missing: 0, estimateBytes: 0 });
    expect(payload.items.map(({ label }) => label)).to.deep.equal(['today, in cinemas', 'Thu, in cinemas']);
    expect(render(today, answers)).to.deep.include({ today: 0, have: 0, items: [] });
    expect(summary.render(answers, at())).to.deep.equal({ calendarUpcoming: 0, calendarToday: 0 });
    expect(render(storage, { ...NO_LIBRARY, ...answers })).to.include({
      upcomingCount: 0,
      upcomingBytes: 0,
    });
  });

  it('are due where another manager has them on disc that day', () => {
    const both = planned(
      answers.calendar.items,
      of('films-4k', film('7', '2026-08-22', { tmdb: '2', dateKind: 'physical' })),
    );
    const payload = render(today, both);
    expect(payload.items.map(({ id, plannedBy, dateKind }) => [id, plannedBy, dateKind])).to.deep.equal([
      ['films-4k:7', 'films, films-4k', 'physical'],
    ]);
  });
});

describe('an HD and a 4K manager', () => {
  const ids = { tmdb: '700003', imdb: 'tt3' };
  const episode = { season: 2, episode: 3, tvdb: '900001' };
  const twice = (more: Partial<Planned> = {}) =>
    planned(
      of('hd', film('3', '2026-08-22', { ...ids, is4k: false, ...more }), film('5', '2026-08-23', { tmdb: '700005' })),
      of('uhd', film('2', '2026-08-22', { tmdb: '700003', is4k: true }), film('5', '2026-08-23', { tmdb: '700005' })),
      of('tv', release('7', '2026-08-22T20:00:00.000Z', episode)),
      of(
        'tv-4k',
        release('1', '2026-08-22T20:00:00.000Z', episode),
        release('2', '2026-08-22T20:00:00.000Z', { ...episode, episode: 4 }),
      ),
    );

  it('plan a work once a day, and both are named', () => {
    const payload = render(calendar, twice());
    expect(payload).to.include({ upcoming: 3, today: 3, missing: 4 });
    expect(payload.items.map(({ id, services, is4k }) => [id, services, is4k])).to.deep.equal([
      ['hd:3', ['hd', 'uhd'], null],
      ['tv:7', ['tv', 'tv-4k'], null],
      ['tv-4k:2', ['tv-4k'], null],
      ['hd:5', ['hd', 'uhd'], null],
    ]);
    expect(render(today, twice()).today).to.equal(3);
    expect(summary.render(twice(), at())).to.deep.equal({ calendarUpcoming: 3, calendarToday: 3 });
  });

  it('count the space once: of the larger copy', () => {
    const sized = planned(
      of('hd', film('5', '2026-08-23', { tmdb: '700005', sizeBytes: 10_000 })),
      of('uhd', film('5', '2026-08-23', { tmdb: '700005', sizeBytes: 60_000 })),
    );
    expect(render(calendar, sized)).to.include({ upcoming: 1, estimateBytes: 60_000, estimate: '60 kB' });
    expect(render(storage, { ...NO_LIBRARY, ...sized })).to.include({
      upcomingCount: 1,
      upcomingBytes: 60_000,
    });
  });

  it('miss a work while one of them does', () => {
    const { items, have } = render(today, twice({ hasFile: true }));
    expect(items[0]).to.include({ id: 'uhd:2', hasFile: false, plannedBy: 'hd, uhd' });
    expect(have).to.equal(0);
  });

  it('are two works where the ids differ, and one manager’s two rows are two', () => {
    const apart = planned(
      of('hd', film('1', '2026-08-22', { tmdb: '1' }), film('9', '2026-08-22', { tmdb: '1' })),
      of('uhd', film('1', '2026-08-22', { tmdb: '2' })),
    );
    expect(render(today, apart).today).to.equal(3);
  });

  it('know music, which has no public ids, by its name', () => {
    const album = (id: string, title: string) => film(id, '2026-08-22', { type: 'album', title });
    const shelf = planned(
      of('flac', album('1', 'Quartet – Winter')),
      of('mp3', album('4', 'quartet – winter'), album('5', 'Quartet – Summer')),
    );
    expect(render(today, shelf).items.map(({ id }) => id)).to.deep.equal(['flac:1', 'mp3:5']);
  });
});

describe('the estimate', () => {
  it('goes by the managers’ own sizes where they tell them, else by the library', () => {
    const own = release('own', '2026-08-24T20:00:00.000Z', { season: 1, episode: 1, sizeBytes: 700 });
    const other = release('other', '2026-08-24T20:00:00.000Z', { season: 1, episode: 2 });
    expect(render(calendar, planned(of('series', own, other))).estimateBytes).to.equal(1_700);
  });
});

describe('a day without an hour', () => {
  /** As a manager in Berlin lists it, whose day began at 22:00 UTC. */
  const show = release('show', '2026-08-21T22:00:00.000Z', { allDay: true, day: '2026-08-22', season: 1, episode: 2 });
  const shown = planned(of('series', show));

  for (const zone of ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland']) {
    it(`is that day in ${zone}, and has no hour`, () => {
      const now = new Date('2026-08-22T12:00:00.000Z');
      const ctx = { ...at({ zone }), now: zone === 'Pacific/Auckland' ? new Date('2026-08-22T02:00:00.000Z') : now };
      const { items } = render(today, shown, ctx);
      expect(items.map(({ day, time, label }) => [day, time, label])).to.deep.equal([['2026-08-22', '', 'today']]);
      expect(render(calendar, shown, ctx).items[0]?.label).to.equal('today');
    });
  }

  it('is to come until it begins, wherever one looks from', () => {
    const now = new Date('2026-08-22T01:00:00.000Z');
    expect(render(calendar, shown, { ...at({ zone: 'America/Los_Angeles' }), now })).to.include({
      upcoming: 1,
      today: 0,
    });
    expect(render(calendar, shown, { ...at({ zone: 'Europe/Berlin' }), now })).to.include({ upcoming: 0, today: 1 });
  });
});
