/** One person with several accounts has one name, wherever a person is shown. */
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { widget as activity } from '#widgets/activity.js';
import { widget as devices } from '#widgets/devices.js';
import { widget as downloadsStitched } from '#widgets/downloads-stitched.js';
import { widget as issues } from '#widgets/issues.js';
import { widget as nowplaying } from '#widgets/nowplaying.js';
import { widget as requests } from '#widgets/requests.js';
import { widget as sessions } from '#widgets/sessions.js';
import { widget as statistics } from '#widgets/statistics.js';
import { widget as stitched } from '#widgets/stitched.js';
import { widget as users } from '#widgets/users.js';
import { widget as viewers } from '#widgets/viewers.js';
import { widget as watch } from '#widgets/watch.js';
import { at, NOW, of, render, rows, subject, total } from '../support/answers.js';

const people = directoryOf(
  [
    {
      name: 'Ada',
      accounts: [
        { source: 'home', name: 'ada' },
        { source: 'away', name: 'u7' },
        { source: 'asks', name: 'ada@mail' },
      ],
    },
  ],
  [
    { source: 'home', id: 'u1', name: 'ada' },
    { source: 'home', id: 'u2', name: 'Grace' },
  ],
);
const ctx = at({ people });

const session = (userId: string, viewer: string) => ({
  ...{
    id: userId,
    userId,
    viewer,
    itemId: 'i',
    title: 'T',
    kind: 'movie' as const,
    client: 'c',
    device: 'd',
    deviceId: 'd',
  },
  ...{ method: 'direct' as const, paused: false, positionSeconds: 1 },
});
const request = {
  ...{ id: '1', title: 'Metropolis', type: 'movie' as const, status: 'pending' as const },
  ...{ requestedBy: 'ada@mail', is4k: false, downloadKeys: ['k'] },
};
const download = {
  ...{ id: 'd', name: 'Metropolis', state: 'downloading' as const, sizeBytes: 1, leftBytes: 1, downloadKey: 'k' },
};

describe('people on widgets', () => {
  it('are one in nowplaying, and called as they are today', () => {
    const sessions = rows([
      ...of('home', session('u1', 'ada'), session('u2', 'grace h.')),
      ...of('away', session('u7', 'lovelace')),
    ]);
    const { items } = render(nowplaying, { sessions }, ctx);
    expect(items.map(({ viewer }) => viewer)).to.deep.equal(['Ada', 'Grace', 'Ada']);
  });

  it('are one in sessions, viewers and users, and so are their hours', () => {
    const known = rows([
      ...of('home', { id: 'u1', name: 'ada', admin: false, lastAt: NOW }, { id: 'u2', name: 'Grace', admin: false }),
      ...of('away', { id: 'u7', name: 'lovelace', admin: true, disabled: true }),
    ]);
    const watched = [
      subject('movie:m', 'Metropolis', 'u1', 2, 3600, 'home'),
      subject('movie:c', 'Charade', 'u7', 1, 1800, 'away'),
    ];
    const play = { id: 'p', userId: 'u7', viewer: 'lovelace', title: 'Charade', startedAt: NOW };
    const plays = rows(of('away', play));
    const today = { recent: total(0), today: total(0), day: total(0), watched, users: known };
    expect(render(sessions, today, ctx)).to.include({ viewersToday: 1, users: 2 });
    const seen = render(viewers, { ...today, plays }, ctx);
    expect(seen).to.include({ viewersToday: 1, users: 2 });
    expect(seen.items.map(({ id, name, plays, hours, disabled }) => [id, name, plays, hours, disabled])).to.deep.equal([
      ['Ada', 'Ada', 3, 1.5, false],
    ]);
    const nobody = { accounts: rows([]), servers: rows([]) };
    const all = render(users, { all: known, watched, plays, ...nobody }, ctx);
    expect(all).to.include({ users: 2, admins: 1, activeToday: 1, disabledUsers: 0 });
    expect(all.items.map(({ id, name, lastTitle, hours }) => [id, name, lastTitle, hours])).to.deep.equal([
      ['home:u1', 'Ada', 'Charade', 1.5],
      ['home:u2', 'Grace', '', 0],
    ]);
  });

  it('are one in statistics, watch and activity', () => {
    const watched = [
      subject('movie:m', 'Metropolis', 'u1', 2, 3600, 'home'),
      subject('movie:m', 'Metropolis', 'u7', 1, 1800, 'away'),
    ];
    const both = { seconds: watched, begun: watched, streams: [] };
    const told = render(statistics, both, ctx);
    expect(told).to.include({ users: 1, topUser: 'Ada' });
    expect(told.items[0]).to.include({ plays: 3, viewers: 1 });
    const sum = total(3, { distinct: 3, sum: 5400 });
    const sums = { today: sum, week: sum, all: sum, total: sum, totalBegun: sum, libraries: rows([]) };
    const byUser = render(watch, { ...both, ...sums }, at({ people, query: { by: 'user' } }));
    expect(byUser.items.map(({ id, name, seconds }) => [id, name, seconds])).to.deep.equal([['Ada', 'Ada', 5400]]);
    const plays = rows(of('away', { id: 'p', userId: 'u7', viewer: 'lovelace', title: 'Charade', startedAt: NOW }));
    expect(render(activity, { all: total(1), plays, titles: rows([]) }, ctx).items[0]?.viewer).to.equal('Ada');
  });

  it('are one in devices', () => {
    const known = rows([...of('home', { id: 'd', name: 'TV', user: 'ada' }, { id: 'e', name: 'Box' })]);
    expect(render(devices, { devices: known }, ctx).items.map(({ user }) => user)).to.deep.equal(['Ada', '']);
  });

  it('are one in requests, stitched, downloads/stitched and issues', () => {
    const asked = rows(of('asks', request));
    const none = rows([]);
    expect(render(requests, { counts: none, requests: asked }, ctx).items[0]?.requestedBy).to.equal('Ada');
    const answers = { queue: rows(of('box', download)), releases: none, grabs: none, requests: asked, hits: none };
    expect(render(stitched, answers as never, ctx).items[0]).to.deep.include({ requestedBy: 'Ada' });
    expect(render(downloadsStitched, answers as never, ctx).items[0]?.request?.requestedBy).to.equal('Ada');
    const issue = {
      ...{ id: '1', title: 'T', status: 'open' as const, type: 'video' as const, reportedBy: 'ada@mail' },
      createdAt: NOW,
    };
    const reported = render(issues, { counts: none, issues: rows(of('asks', issue)) }, ctx);
    expect(reported.items[0]?.reportedBy).to.equal('Ada');
  });
});
