import { expect } from 'chai';
import { widget as calendar, summary } from '#widgets/calendar.js';
import { widget as today } from '#widgets/today.js';
import { widget as wanted } from '#widgets/wanted.js';
import { at, of, render, rows } from '../support/answers.js';
import { film, MEANS, type Planned, planned, release } from '../support/planned.js';

/** The clock stands at 09:10 on Saturday, 22 August. */
const releases = rows([
  ...of(
    'series',
    release('evening', '2026-08-22T20:30:00.000Z'),
    release('morning', '2026-08-22T01:00:00.000Z'),
    release('yesterday', '2026-08-21T23:30:00.000Z'),
    release('tomorrow', '2026-08-23T01:00:00.000Z'),
    release('there', '2026-08-22T21:00:00.000Z', { hasFile: true }),
    release('ignored', '2026-08-22T22:00:00.000Z', { monitored: false }),
    release('far', '2027-08-01T09:10:00.000Z'),
  ),
  ...of('films', film('film', '2026-08-25')),
]);
const answers = { calendar: releases, ...MEANS };
const asking = (query: object, zone = 'UTC') => at({ zone, query: { have: '0', specials: '1', ...query } });

describe('calendar', () => {
  it('counts what is missing: from now as far as its managers look, and on the local day', () => {
    const payload = render(calendar, answers);
    expect(payload).to.include({ upcoming: 4, today: 2, missing: 5, have: 1 });
    expect(payload).to.include({ estimateBytes: 3_000, estimate: '3 kB' });
  });

  it('lists by day, with the day as people say it, and the hour', () => {
    const { items } = render(calendar, answers);
    expect(items.map((item) => [item.id, item.label])).to.deep.equal([
      ['series:morning', 'today 01:00'],
      ['series:evening', 'today 20:30'],
      ['series:tomorrow', 'tomorrow 01:00'],
      ['films:film', 'Tue'],
      ['series:far', '1 Aug 09:10'],
    ]);
  });

  it('is a calendar file: an hour where it is known, else the day', () => {
    const events = calendar.agenda?.(render(calendar, answers)) ?? [];
    expect(events).to.have.lengthOf(5);
    expect(events[1]).to.deep.equal({
      id: 'series:evening',
      title: 'Title evening',
      kind: 'episode',
      day: '2026-08-22',
      at: '2026-08-22T20:30:00.000Z',
      text: 'episode, series',
    });
    expect(events[3]).to.deep.equal({
      id: 'films:film',
      title: 'Title film',
      kind: 'movie',
      day: '2026-08-25',
      text: 'digital, films',
    });
  });

  it('says which integration a release comes from', () => {
    expect(render(calendar, answers).items[3]).to.deep.equal({
      id: 'films:film',
      title: 'Title film',
      service: 'films',
      type: 'movie',
      date: '2026-08-25T00:00:00.000Z',
      hasFile: false,
      dateKind: 'digital',
      allDay: true,
      day: '2026-08-25',
      time: '',
      season: null,
      episode: null,
      premiere: false,
      finale: false,
      is4k: null,
      services: ['films'],
      plannedBy: 'films',
      poster: '',
      note: 'digital',
      label: 'Tue',
    });
  });

  it('has the same numbers on the homepage', () => {
    expect(summary.render(answers, at())).to.deep.equal({ calendarUpcoming: 4, calendarToday: 2 });
  });

  it('lists what is there already where it is asked to', () => {
    const { items, have } = render(calendar, answers, asking({ have: '1' }));
    expect(items.map(({ id, label }) => [id, label])).to.deep.include(['series:there', 'today 21:00, there']);
    expect(have).to.equal(1);
  });

  it('leaves specials out where it is asked to', () => {
    const special = release('special', '2026-08-24T20:00:00.000Z', { season: 0, episode: 3 });
    const answers = planned(of('series', special, release('plain', '2026-08-24T20:00:00.000Z', { season: 1 })));
    expect(render(calendar, answers)).to.include({ upcoming: 2 });
    const without = render(calendar, answers, asking({ specials: '0' }));
    expect(without).to.include({ upcoming: 1, missing: 1 });
    expect(without.items.map(({ note }) => note)).to.deep.equal(['episode']);
    expect(render(calendar, answers).items.map(({ note }) => note)).to.include('special');
  });

  it('says what comes: premieres, finales, kinds of dates', () => {
    const on = (id: string, over: Partial<Planned>) => release(id, '2026-08-24T20:00:00.000Z', { episode: 1, ...over });
    const { items } = render(
      calendar,
      planned(
        of(
          'series',
          on('1', { season: 1, premiere: true }),
          on('2', { season: 2, premiere: true }),
          on('3', { season: 3, finale: true }),
        ),
        of('films', film('4', '2026-08-24', { dateKind: 'physical' }), film('5', '2026-08-24', { dateKind: 'cinema' })),
      ),
    );
    const told = Object.fromEntries(items.map(({ id, note, label }) => [id, [note, label]]));
    expect(told).to.deep.equal({
      'series:1': ['series premiere', 'Mon 20:00'],
      'series:2': ['season premiere', 'Mon 20:00'],
      'series:3': ['finale', 'Mon 20:00'],
      'films:4': ['on disc', 'Mon'],
      'films:5': ['movie', 'Mon, in cinemas'],
    });
  });
});

describe('today', () => {
  const dueIn = (zone: string) => render(today, { calendar: releases }, at({ zone })).items.map((item) => item.id);

  it('shows the hour of an episode on local clocks', () => {
    const payload = render(today, { calendar: releases }, at({ zone: 'Europe/Berlin' }));
    expect(payload.items.map((item) => [item.id, item.time, item.label])).to.deep.equal([
      ['series:yesterday', '01:30', '01:30'],
      ['series:morning', '03:00', '03:00'],
      ['series:evening', '22:30', '22:30'],
    ]);
    expect(payload.today).to.equal(3);
  });

  it('shows a film’s day only, for it has no hour', () => {
    const film = rows(of('films', release('film', '2026-08-22T00:00:00.000Z', { type: 'movie' })));
    expect(render(today, { calendar: film }).items[0]?.label).to.equal('today');
  });

  it('begins and ends the day where the zone does', () => {
    expect(dueIn('UTC')).to.deep.equal(['series:morning', 'series:evening']);
    expect(dueIn('America/New_York')).to.deep.equal(['series:evening', 'series:tomorrow']);
    expect(dueIn('Pacific/Kiritimati')).to.deep.equal(['series:yesterday', 'series:morning']);
  });

  it('tells what is there from what is missing, and lists both where it is asked to', () => {
    expect(render(today, answers)).to.include({ today: 2, missing: 2, have: 1 });
    const both = render(today, answers, asking({ have: '1' }));
    expect(both).to.include({ today: 2, missing: 2, have: 1 });
    expect(both.items.map(({ id, hasFile, label }) => [id, hasFile, label])).to.deep.equal([
      ['series:morning', false, '01:00'],
      ['series:evening', false, '20:30'],
      ['series:there', true, '21:00, there'],
    ]);
  });
});

describe('wanted', () => {
  it('counts what each manager misses, and what could be better', () => {
    const payload = render(wanted, {
      wanted: rows([
        ...of('films', { type: 'movie' as const, missing: 9, cutoff: 2, notYet: 3 }),
        ...of('series', { type: 'episode' as const, missing: 11, cutoff: 1 }),
        ...of('music', { type: 'album' as const, missing: 0, cutoff: 0 }),
      ]),
      titles: rows([]),
      counts: rows([]),
    });
    expect(payload).to.include({ missing: 20, cutoff: 3, subtitles: 0 });
    expect(payload.items).to.deep.equal([
      {
        service: 'series',
        type: 'episode',
        missing: 11,
        cutoff: 1,
        notYet: null,
        upgrades: '1 upgrade',
        label: '11 missing',
      },
      { service: 'films', type: 'movie', missing: 9, cutoff: 2, notYet: 3, upgrades: '2 upgrades', label: '9 missing' },
      { service: 'music', type: 'album', missing: 0, cutoff: 0, notYet: null, upgrades: '', label: 'nothing missing' },
    ]);
  });

  it('tells what lacks subtitles: by the counters of its manager, else by its rows', () => {
    const title = { title: 'Metropolis', languages: ['de', 'fr'] };
    const payload = render(wanted, {
      wanted: rows<never>([]),
      titles: rows([
        ...of('words', { ...title, id: '1', kind: 'movie' as const }),
        ...of('plain', { ...title, id: '1', kind: 'movie' as const }, { ...title, id: '2', kind: 'episode' as const }),
      ]),
      counts: rows([
        ...of('words', { movies: 4, episodes: 8, languages: 20, throttled: 2 }),
        ...of('content', { movies: 0, episodes: 0 }),
      ]),
    });
    expect(payload).to.include({ missing: 0, subtitles: 14 });
    expect(payload.subtitleItems).to.deep.equal([
      { service: 'words', movies: 4, episodes: 8, languages: 20, throttled: 2, label: '12 titles without' },
      { service: 'content', movies: 0, episodes: 0, languages: null, throttled: null, label: 'nothing missing' },
      { service: 'plain', movies: 1, episodes: 1, languages: 4, throttled: null, label: '2 titles without' },
    ]);
  });
});
