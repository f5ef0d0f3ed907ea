/** People and their plays: sessions, viewers, users. */
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { widget as sessions, summary as sessionsSummary } from '#widgets/sessions.js';
import { widget as users } from '#widgets/users.js';
import { widget as viewers } from '#widgets/viewers.js';
import { at, NOW, of, render, rows, subject, total } from '../support/answers.js';

describe('sessions and viewers', () => {
  const users = rows([
    ...of('living-room', { id: 'u1', name: 'ada', admin: true }, { id: 'u2', name: 'grace', admin: false }),
    ...of('living-room', { id: 'u3', name: 'gone', admin: false, disabled: true }),
  ]);
  const watched = [
    subject('movie:m', 'Metropolis', 'u1', 1, 5400),
    subject('series:h', 'Harbor', 'u1', 2, 1800),
    subject('movie:m', 'Metropolis', 'u3', 1, 600),
    // Another server's user of the same id.
    subject('movie:m', 'Metropolis', 'u1', 1, 60, 'attic'),
    subject('movie:m', 'Metropolis', '', 1, 60),
  ];
  const answers = {
    recent: total(1),
    today: total(40, { distinct: 7 }),
    watched,
    day: total(60, { distinct: 9 }),
    users,
  };

  it('count plays, not quarters of an hour, and only users that may sign in', () => {
    expect(render(sessions, answers)).to.deep.equal({ recent: 1, today: 7, last24h: 9, viewersToday: 3, users: 2 });
  });

  it('say the same on the homepage', () => {
    expect(sessionsSummary.render(answers, at())).to.deep.equal({
      sessionsRecent: 1,
      sessionsToday: 7,
      sessionsDay: 9,
      viewersToday: 3,
      users: 2,
    });
  });

  it('ask who was playing since midnight, not what began then', () => {
    const { today, watched } = sessions.reads;
    expect([today.port?.id, today.query]).to.deep.equal(['media.playtime', { since: 'midnight', distinct: 'playId' }]);
    expect([watched.port?.id, watched.query?.since]).to.deep.equal(['media.playtime', 'midnight']);
  });

  it('name each viewer of today, with their hours and what they played last', () => {
    const plays = rows([
      ...of('living-room', { id: '1', userId: 'u1', title: 'Harbor', episode: 'The Pier', startedAt: NOW }),
      ...of('living-room', { id: '2', userId: 'u1', title: 'Metropolis', startedAt: NOW }),
    ]);
    const payload = render(viewers, { ...answers, plays }, at({ people: directoryOf([], users.items) }));
    expect(payload).to.include({ viewersToday: 3, users: 2, today: 7 });
    expect(payload.items).to.deep.equal([
      {
        id: 'living-room:u1',
        name: 'ada',
        plays: 3,
        hours: 2,
        lastTitle: 'Harbor – The Pier',
        disabled: false,
        label: '2 h, 3 plays',
      },
      {
        id: 'living-room:u3',
        name: 'gone',
        plays: 1,
        hours: 0.2,
        lastTitle: '',
        disabled: true,
        label: '0.2 h, 1 play',
      },
      { id: 'attic:u1', name: 'U1', plays: 1, hours: 0, lastTitle: '', disabled: false, label: '0 h, 1 play' },
    ]);
  });
});

describe('users', () => {
  const all = rows([
    ...of('living-room', { id: '1', name: 'ada', admin: true, lastAt: '2026-08-20T09:10:00.000Z' }),
    ...of('attic', { id: '1', name: 'grace', admin: false, lastAt: NOW }, { id: '2', name: 'new', admin: false }),
    ...of('attic', { id: '3', name: 'gone', admin: true, lastAt: '2026-08-22T09:00:00.000Z', disabled: true }),
  ]);
  const watched = [
    subject('movie:m', 'Metropolis', '1', 2, 7200, 'attic'),
    subject('series:h', 'Harbor', '1', 1, 1800, 'attic'),
  ];
  const plays = rows(of('attic', { id: 'p', userId: '1', title: 'Harbor', episode: 'The Pier', startedAt: NOW }));
  const answers = { all, watched, plays, accounts: rows([]), servers: rows([]) };

  it('are listed by their last activity, those without any at the end; the disabled are marked and not counted', () => {
    const payload = render(users, answers);
    expect(payload).to.include({ users: 3, admins: 1, activeToday: 1, disabledUsers: 1 });
    const none = { plays: 0, hours: 0, watched: '', lastTitle: '', expiresAt: null };
    expect(payload.items).to.deep.equal([
      {
        id: 'attic:1',
        name: 'grace',
        admin: false,
        lastAt: NOW,
        disabled: false,
        lastTitle: 'Harbor – The Pier',
        plays: 3,
        hours: 2.5,
        watched: '2.5 h in 30 days',
        expiresAt: null,
        label: 'just now',
      },
      {
        id: 'attic:3',
        name: 'gone',
        admin: true,
        lastAt: '2026-08-22T09:00:00.000Z',
        disabled: true,
        ...none,
        label: 'disabled',
      },
      {
        id: 'living-room:1',
        name: 'ada',
        admin: true,
        lastAt: '2026-08-20T09:10:00.000Z',
        disabled: false,
        ...none,
        label: '2 d ago',
      },
      { id: 'attic:2', name: 'new', admin: false, lastAt: null, disabled: false, ...none, label: 'never' },
    ]);
  });

  it('end when the invite manager says so, by their name and that of their server', () => {
    const ends = '2026-09-01T00:00:00.000Z';
    const accounts = rows(
      of(
        'door',
        { id: '7', user: 'Ada', server: 'Attic', expiresAt: ends },
        { id: '8', user: 'grace', server: 'Attic', expiresAt: ends },
        { id: '2', user: 'new', expiresAt: ends },
        { id: '3', user: 'somebody', expiresAt: ends },
      ),
    );
    const named = (...sources: readonly string[]) =>
      rows(sources.flatMap((id) => of(id, { id, name: id === 'attic' ? 'Attic' : 'Home', version: '1', pingMs: 1 })));
    const endsWith = (servers: ReturnType<typeof named>) =>
      render(users, { ...answers, accounts, servers }).items.flatMap(({ name, expiresAt }) =>
        expiresAt ? [name] : [],
      );
    expect(endsWith(named('attic', 'living-room'))).to.deep.equal(['grace', 'new']);
    expect(endsWith(named('attic'))).to.deep.equal(['grace', 'ada', 'new']);
  });

  it('are all counted when the list is capped', () => {
    const payload = render(users, answers, at({ limit: 1 }));
    expect(payload.users).to.equal(3);
    expect(payload.items).to.have.length(1);
  });
});
