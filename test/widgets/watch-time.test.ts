/** What was watched, by whom and for how long: watch, statistics. */
import type { Group } from '@sidelight/plugin-api';
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { widget as statistics } from '#widgets/statistics.js';
import { widget as watch } from '#widgets/watch.js';
import { at, group, of, render, rows, subject, total } from '../support/answers.js';

describe('watch', () => {
  const kinds = [group('movie', 20, { distinct: 3, sum: 7200 }), group('episode', 30, { distinct: 4, sum: 3600 })];
  const answers = {
    today: total(1, { sum: 5400 }),
    week: total(2, { sum: 86_399 }),
    all: total(3, { sum: 0 }),
    total: total(60, { distinct: 8, sum: 11_000 }),
    totalBegun: total(60, { distinct: 8, sum: 11_000 }),
    seconds: kinds,
    begun: kinds,
    streams: [group('2', 40), group('10', 1), group('3', 5)],
    libraries: rows(of('living-room', { id: 'l1', name: 'Films', type: 'movies' as const })),
  };

  it('gives hours with one decimal beside the seconds', () => {
    expect(render(watch, answers)).to.include({
      hoursToday: 1.5,
      hoursWeek: 24,
      hoursAll: 0,
      secondsToday: 5400,
      secondsWeek: 86_399,
      secondsAll: 0,
      hours: 3.1,
      seconds: 11_000,
      plays: 8,
      peakStreams: 10,
    });
  });

  it('divides the time by kind, and says what nobody told', () => {
    const { items } = render(watch, answers);
    expect(items.map(({ id, name, plays, seconds }) => [id, name, plays, seconds])).to.deep.equal([
      ['movie', 'Films', 3, 7200],
      ['episode', 'Series', 4, 3600],
      ['', 'Unknown', 1, 200],
    ]);
  });

  it('divides it by library, by client, by method and by person', () => {
    const by = (field: string, groups: readonly Group[]) =>
      render(watch, { ...answers, seconds: groups, begun: groups }, at({ query: { by: field } })).items.map(
        ({ id, name }) => [id, name],
      );
    const REST = ['', 'Unknown'];
    const libraries = [group('l1', 1, { source: 'living-room', sum: 10 }), group('l1', 1, { source: 'attic', sum: 5 })];
    expect(by('library', libraries)).to.deep.equal([
      REST,
      ['living-room:l1', 'Films'],
      ['attic:l1', 'A removed library'],
    ]);
    expect(by('client', [group('Web', 1, { sum: 10 })])).to.deep.equal([REST, ['Web', 'Web']]);
    expect(by('method', [group('remux', 1, { sum: 10 })])).to.deep.equal([REST, ['remux', 'remux']]);
    const ada = [subject('movie:m', 'Metropolis', 'u1', 1, 10), subject('movie:c', 'Charade', 'u1', 1, 10)];
    expect(by('user', ada)).to.deep.equal([REST, ['living-room:u1', 'U1']]);
  });

  it('adds up what was ever played from counters', () => {
    for (const by of ['kind', 'method', 'client', 'library', 'user'] as const) {
      const { streams: _, libraries: __, ...reads } = watch.reads({ days: 'all', by });
      for (const [name, { query }] of Object.entries(reads)) {
        if (name === 'today' || name === 'week') continue;
        expect(query, name).to.not.have.any.keys('since', 'distinct');
      }
    }
    const seconds = [group('movie', 20, { sum: 7200 })];
    const begun = [group('movie', 20, { sum: 3 })];
    const ever = { ...answers, total: total(20, { sum: 7200 }), totalBegun: total(20, { sum: 3 }), seconds, begun };
    const payload = render(watch, ever, at({ query: { days: 'all' } }));
    expect(payload).to.include({ plays: 3, seconds: 7200 });
    expect(payload.items).to.have.lengthOf(1);
    expect(payload.items[0]).to.include({ plays: 3, seconds: 7200 });
  });
});

describe('statistics', () => {
  const groups = [
    subject('movie:tmdb:1', 'Metropolis', 'u1', 5, 5400),
    subject('movie:tmdb:1', 'Metropolis', 'u2', 3, 1800),
    subject('series:s', 'Metropolis', 'u1', 2, 600),
    subject('music:x', 'Charade', 'u2', 1, 60),
  ];
  const answers = { seconds: groups, begun: groups, streams: [group('3', 1)] };

  it('names the first of each list', () => {
    const payload = render(statistics, answers);
    expect(payload).to.include({ titles: 3, users: 2, topTitle: 'Metropolis', topUser: 'U1', plays: 11, hours: 2.2 });
    expect(payload.items[0]).to.deep.equal({
      title: 'Metropolis',
      kind: 'movie',
      plays: 8,
      viewers: 2,
      hours: 2,
      audience: '2 viewers',
      watched: '2 h',
      label: '8 plays',
    });
    expect(payload.items.at(-1)?.label).to.equal('1 play');
    expect(payload.people).to.deep.equal([
      { id: 'living-room:u1', name: 'U1', plays: 7, hours: 1.7, label: '7 plays' },
      { id: 'living-room:u2', name: 'U2', plays: 4, hours: 0.5, label: '4 plays' },
    ]);
  });

  it('keep a film and a series of one name apart', () => {
    const { items, topMovie, topSeries } = render(statistics, answers);
    expect(items.map(({ kind, title, plays }) => [kind, title, plays])).to.deep.equal([
      ['movie', 'Metropolis', 8],
      ['series', 'Metropolis', 2],
      ['music', 'Charade', 1],
    ]);
    expect([topMovie, topSeries]).to.deep.equal(['Metropolis', 'Metropolis']);
    const films = render(statistics, answers, at({ query: { kind: 'movie' } }));
    expect([films.titles, films.plays, films.users]).to.deep.equal([1, 8, 2]);
  });

  it('know a renamed user as one person, by the name of today, and two of one name as two', () => {
    const before = group(['movie:a', 'A', 'u1', 'ada'].join('\u001f'), 1, { distinct: 1, source: 'living-room' });
    const after = group(['movie:b', 'B', 'u1', 'countess'].join('\u001f'), 1, { distinct: 1, source: 'living-room' });
    const other = group(['movie:b', 'B', 'u9', 'ada'].join('\u001f'), 1, { distinct: 1, source: 'attic' });
    const users = rows(of('living-room', { id: 'u1', name: 'countess', admin: false }));
    const both = [before, after, other];
    const ctx = at({ query: {}, people: directoryOf([], users.items) });
    const { people, users: count } = render(statistics, { ...answers, seconds: both, begun: both }, ctx);
    expect(count).to.equal(2);
    expect(people.map(({ id, name, plays }) => [id, name, plays])).to.deep.equal([
      ['living-room:u1', 'countess', 2],
      ['attic:u9', 'ada', 1],
    ]);
  });

  it('look back as far as is asked, at once for all of it', () => {
    const sinceOf = (days: '1' | '7' | '30' | '90' | '365' | 'all') =>
      statistics.reads({ days, kind: 'all' }).seconds.query?.since;
    expect((['1', '7', '30', '90', '365', 'all'] as const).map(sinceOf)).to.deep.equal([
      '24h',
      '7d',
      '30d',
      '90d',
      '365d',
      undefined,
    ]);
  });

  it('caps both lists', () => {
    const payload = render(statistics, answers, at({ limit: 1 }));
    expect([payload.items, payload.people].map((list) => list.length)).to.deep.equal([1, 1]);
  });
});
