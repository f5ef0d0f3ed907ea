import type { mediaSessions } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as activity } from '#widgets/activity.js';
import { widget as devices } from '#widgets/devices.js';
import { widget as nowplaying } from '#widgets/nowplaying.js';
import { widget as sessions, summary as sessionsSummary } from '#widgets/sessions.js';
import type { RowOf } from '#widgets/shared/rows.js';
import { widget as statistics } from '#widgets/statistics.js';
import { widget as users } from '#widgets/users.js';
import { widget as viewers } from '#widgets/viewers.js';
import { widget as watch } from '#widgets/watch.js';
import { at, group, NOW, of, render, rows, total } from '../support/answers.js';

type Session = RowOf<typeof mediaSessions>;

const session: Session = {
  source: 'living-room',
  id: 's1',
  userId: 'u1',
  viewer: 'ada',
  itemId: 'i1',
  title: 'The Pier',
  series: 'Example Harbor',
  kind: 'episode',
  client: 'Web',
  device: 'Firefox',
  deviceId: 'd1',
  method: 'direct',
  paused: false,
  positionSeconds: 2390,
  runtimeSeconds: 2400,
};

const showing = (...overs: Partial<Session>[]) => rows(overs.map((over) => ({ ...session, ...over })));

describe('nowplaying', () => {
  it('shows a session with the ids that actions take', () => {
    const { items } = render(nowplaying, { sessions: showing({}) });
    expect(items).to.deep.equal([
      {
        sessionId: 'living-room:s1',
        viewer: 'ada',
        title: 'Example Harbor – The Pier',
        type: 'episode',
        client: 'Web',
        device: 'Firefox',
        method: 'direct',
        paused: false,
        progress: 99,
        positionSeconds: 2390,
        runtimeSeconds: 2400,
        season: null,
        episode: null,
        artist: '',
        album: '',
        year: null,
        programme: '',
        bandwidthBps: null,
        remote: null,
        audioMethod: 'unknown',
        video: '',
        audio: '',
        transcodeReasons: [],
        hardware: '',
        tone: 'good',
        label: '99 %',
      },
    ]);
  });

  it('shows what is played and what it is made into', () => {
    const streams = { videoCodec: 'hevc', resolution: '2160p', audioCodec: 'truehd', toAudioCodec: 'aac' };
    const [copied, made] = render(nowplaying, {
      sessions: showing(
        { ...streams, toVideoCodec: 'hevc', toResolution: '2160p' },
        { ...streams, toVideoCodec: 'h264' },
      ),
    }).items;
    expect(copied).to.include({ video: 'hevc 2160p', audio: 'truehd → aac' });
    expect(made).to.include({ video: 'hevc 2160p → h264' });
  });

  it('counts all sessions and lists the paused ones last', () => {
    const sessions = showing(
      { id: 's1', paused: true, bandwidthBps: 1_000_000 },
      { id: 's2', method: 'transcode', bandwidthBps: 4_000_000 },
      { id: 's3' },
    );
    const payload = render(nowplaying, { sessions }, at({ limit: 2 }));
    expect(payload).to.include({ playing: 2, paused: 1, transcoding: 1, bandwidthBps: 5_000_000 });
    expect(payload.items.map((item) => item.sessionId)).to.deep.equal(['living-room:s2', 'living-room:s3']);
    expect(render(nowplaying, { sessions }).items.at(-1)?.label).to.equal('paused');
  });

  it('knows no progress of what has no end', () => {
    const { runtimeSeconds: _, series: __, ...endless } = session;
    const sessions = rows([{ ...endless, title: 'News', kind: 'live' as const }]);
    const [item] = render(nowplaying, { sessions }).items;
    expect(item).to.include({ title: 'News', progress: 0, runtimeSeconds: null, label: 'live' });
  });
});

describe('sessions and viewers', () => {
  const answers = {
    recent: total(1),
    today: total(7, { distinct: 3 }),
    day: total(9),
    users: total(12),
  };

  it('are counts of windows', () => {
    expect(render(sessions, answers)).to.deep.equal({ recent: 1, today: 7, last24h: 9, viewersToday: 3, users: 12 });
    expect(render(viewers, answers)).to.deep.equal({ viewersToday: 3, users: 12, today: 7 });
  });

  it('say the same on the homepage', () => {
    expect(sessionsSummary.render(answers, at())).to.deep.equal({
      sessionsRecent: 1,
      sessionsToday: 7,
      sessionsDay: 9,
      viewersToday: 3,
      users: 12,
    });
  });

  it('tell the viewers of two servers apart, though they share an id', () => {
    expect(sessions.reads.today.query).to.deep.equal({ since: 'midnight', distinct: 'userId' });
  });
});

describe('watch', () => {
  it('gives hours with one decimal beside the seconds', () => {
    const answers = { today: total(1, { sum: 5400 }), week: total(2, { sum: 86_399 }), all: total(3, { sum: 0 }) };
    expect(render(watch, answers)).to.deep.equal({
      hoursToday: 1.5,
      hoursWeek: 24,
      hoursAll: 0,
      secondsToday: 5400,
      secondsWeek: 86_399,
      secondsAll: 0,
    });
  });
});

describe('activity', () => {
  const play = {
    id: 'p1',
    userId: 'u1',
    viewer: 'ada',
    itemId: 'i1',
    title: 'Example Harbor',
    episode: 'The Pier',
    method: 'transcode',
    client: 'Web',
    device: 'Firefox',
    startedAt: '2026-08-22T07:00:00.000Z',
    playedSeconds: 1200,
  } as const;

  it('shows the latest plays and counts all', () => {
    const plays = rows(of('living-room', play));
    expect(render(activity, { all: total(512), plays })).to.deep.equal({
      count: 512,
      items: [
        {
          id: 'living-room:p1',
          viewer: 'ada',
          title: 'Example Harbor – The Pier',
          method: 'transcode',
          client: 'Web',
          playedAt: '2026-08-22T07:00:00.000Z',
          playedSeconds: 1200,
          season: null,
          episode: null,
          artist: '',
          album: '',
          device: 'Firefox',
          runtimeSeconds: null,
          remote: null,
          endedAt: null,
          origin: 'unknown',
          approximate: false,
          label: '2 h ago',
        },
      ],
    });
  });

  it('shows an imported play that tells little', () => {
    const { id, title, startedAt } = play;
    const old = { id, title, startedAt, origin: 'imported' as const };
    const [item] = render(activity, { all: total(1), plays: rows(of('living-room', old)) }).items;
    expect(item).to.include({ title: 'Example Harbor', method: 'unknown', playedSeconds: 0 });
    expect(item).to.include({ viewer: '', client: '', device: '', origin: 'imported' });
  });
});

describe('statistics', () => {
  const answers = {
    allTitles: total(9, { distinct: 2 }),
    allPeople: total(9, { distinct: 2 }),
    titles: [group('Metropolis', 8, { distinct: 2, sum: 7200 }), group('Charade', 1, { distinct: 1, sum: 60 })],
    people: [group('ada', 6, { sum: 5400 }), group('grace', 3, { sum: 0 })],
  };

  it('names the first of each list', () => {
    const payload = render(statistics, answers);
    expect(payload).to.include({ titles: 2, users: 2, topTitle: 'Metropolis', topUser: 'ada' });
    expect(payload.items[0]).to.deep.equal({
      title: 'Metropolis',
      plays: 8,
      viewers: 2,
      hours: 2,
      audience: '2 viewers',
      watched: '2 h',
      label: '8 plays',
    });
    expect(payload.items[1]?.label).to.equal('1 play');
    expect(payload.people).to.deep.equal([
      { name: 'ada', plays: 6, hours: 1.5, label: '6 plays' },
      { name: 'grace', plays: 3, hours: 0, label: '3 plays' },
    ]);
  });

  it('caps both lists', () => {
    const payload = render(statistics, answers, at({ limit: 1 }));
    expect([payload.items, payload.people].map((list) => list.length)).to.deep.equal([1, 1]);
  });
});

describe('users', () => {
  const all = rows([
    ...of('living-room', { id: '1', name: 'ada', admin: true, lastAt: '2026-08-20T09:10:00.000Z' }),
    ...of('attic', { id: '1', name: 'grace', admin: false, lastAt: NOW }, { id: '2', name: 'new', admin: false }),
  ]);

  it('are listed by their last activity, those without any at the end', () => {
    const payload = render(users, { all, activeToday: total(1) });
    expect(payload).to.include({ users: 3, admins: 1, activeToday: 1 });
    expect(payload.items).to.deep.equal([
      { id: 'attic:1', name: 'grace', admin: false, lastAt: NOW, disabled: false, lastTitle: '', label: 'just now' },
      {
        id: 'living-room:1',
        name: 'ada',
        admin: true,
        lastAt: '2026-08-20T09:10:00.000Z',
        disabled: false,
        lastTitle: '',
        label: '2 d ago',
      },
      { id: 'attic:2', name: 'new', admin: false, lastAt: null, disabled: false, lastTitle: '', label: 'never' },
    ]);
  });

  it('are all counted when the list is capped', () => {
    const payload = render(users, { all, activeToday: total(1) }, at({ limit: 1 }));
    expect(payload.users).to.equal(3);
    expect(payload.items).to.have.length(1);
  });
});

describe('devices', () => {
  const tv = { id: 'tv', name: 'TV', client: 'Android TV' };

  it('are one per device: its last user speaks for it', () => {
    const payload = render(devices, {
      devices: rows([
        ...of(
          'living-room',
          { ...tv, user: 'ada', lastAt: '2026-08-01T00:00:00.000Z' },
          { ...tv, user: 'grace', lastAt: '2026-08-22T06:10:00.000Z' },
          { id: 'phone', name: 'Phone', client: 'Web', user: 'ada' },
        ),
        ...of('attic', { ...tv, user: 'ada', lastAt: NOW }),
      ]),
    });
    expect(payload.devices).to.equal(3);
    expect(payload.items.map(({ id, user, label }) => [id, user, label])).to.deep.equal([
      ['attic:tv', 'ada', 'just now'],
      ['living-room:tv', 'grace', '3 h ago'],
      ['living-room:phone', 'ada', 'never'],
    ]);
  });
});
