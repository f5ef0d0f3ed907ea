import type { mediaItems, mediaPlayback } from '@sidelight/plugin-api';
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { widget as activity } from '#widgets/activity.js';
import type { RowOf } from '#widgets/shared/rows.js';
import { at, of, render, rows, total } from '../support/answers.js';

const NO_TITLES = rows<RowOf<typeof mediaItems>>([]);

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
  const shown = (...plays: readonly (Partial<RowOf<typeof mediaPlayback>> & { readonly id: string })[]) =>
    render(activity, {
      all: total(plays.length),
      plays: rows(of('living-room', ...plays.map((one) => ({ ...play, ...one })))),
      titles: NO_TITLES,
    }).items;

  it('shows the latest plays and counts all', () => {
    const plays = rows(of('living-room', play));
    expect(render(activity, { all: total(512), plays, titles: NO_TITLES })).to.deep.equal({
      count: 512,
      items: [
        {
          id: 'living-room:p1',
          viewer: 'ada',
          title: 'Example Harbor – The Pier',
          kind: 'other',
          method: 'transcode',
          client: 'Web',
          playedAt: '2026-08-22T07:00:00.000Z',
          playedSeconds: 1200,
          season: null,
          episode: null,
          part: '',
          artist: '',
          album: '',
          device: 'Firefox',
          runtimeSeconds: null,
          percent: null,
          watched: '',
          resumes: 0,
          remote: null,
          endedAt: null,
          origin: 'unknown',
          approximate: false,
          poster: '',
          label: '2 h ago',
        },
      ],
    });
  });

  it('shows the picture of the title that was played, in its own server', () => {
    const title = {
      id: 'i1',
      libraryId: 'films',
      kind: 'movie',
      title: 'The Pier',
      addedAt: '2026-08-01T00:00:00.000Z',
    } as const;
    const titles = rows([
      ...of('living-room', { ...title, image: '/Items/i1/Images/Primary?tag=a' }),
      ...of('attic', { ...title, image: '/Items/i1/Images/Primary?tag=b' }),
    ]);
    const plays = rows([...of('attic', play), ...of('living-room', { ...play, id: 'p0', itemId: 'i2' })]);
    const { items } = render(activity, { all: total(2), plays, titles });
    expect(items.map(({ poster }) => poster)).to.deep.equal(['attic:/Items/i1/Images/Primary?tag=b', '']);
  });

  it('shows an imported play that tells little', () => {
    const { id, title, startedAt } = play;
    const old = { id, title, startedAt, origin: 'imported' as const };
    const plays = rows(of('living-room', old));
    const [item] = render(activity, { all: total(1), plays, titles: NO_TITLES }).items;
    expect(item).to.include({ title: 'Example Harbor', method: 'unknown', playedSeconds: 0 });
    expect(item).to.include({ viewer: '', client: '', device: '', origin: 'imported' });
  });

  it('shows season, episode, device and how much was watched', () => {
    const [item] = shown({ id: 'p1', season: 2, episodeNumber: 5, runtimeSeconds: 2400 });
    expect(item).to.include({ part: 'S02E05', season: 2, episode: 5, percent: 50, watched: '50 %', device: 'Firefox' });
  });

  it('shows a renamed user by the name of today', () => {
    const users = rows(of('living-room', { id: 'u1', name: 'countess', admin: false }));
    const ctx = at({ people: directoryOf([], users.items) });
    const [item] = render(
      activity,
      { all: total(1), plays: rows(of('living-room', play)), titles: NO_TITLES },
      ctx,
    ).items;
    expect(item?.viewer).to.equal('countess');
  });

  it('shows what was gone on with as one', () => {
    const items = shown(
      { id: 'p3', startedAt: '2026-08-22T07:00:00.000Z', playedSeconds: 1000, runtimeSeconds: 5000 },
      { id: 'p2', userId: 'u2', startedAt: '2026-08-22T06:00:00.000Z', playedSeconds: 600, runtimeSeconds: 5000 },
      { id: 'p1', startedAt: '2026-08-21T20:00:00.000Z', playedSeconds: 2000, runtimeSeconds: 5000 },
    );
    expect(items.map(({ id, resumes, playedSeconds, percent }) => [id, resumes, playedSeconds, percent])).to.deep.equal(
      [
        ['living-room:p3', 1, 3000, 60],
        ['living-room:p2', 0, 600, 12],
      ],
    );
  });

  it('shows twice what was seen twice, or gone on with days later', () => {
    const seen = { playedSeconds: 4900, runtimeSeconds: 5000 };
    const twice = shown(
      { id: 'p2', ...seen, startedAt: '2026-08-22T07:00:00.000Z' },
      { id: 'p1', ...seen, startedAt: '2026-08-22T05:00:00.000Z' },
    );
    const later = shown(
      { id: 'p2', runtimeSeconds: 5000, startedAt: '2026-08-22T07:00:00.000Z' },
      { id: 'p1', runtimeSeconds: 5000, startedAt: '2026-08-20T05:00:00.000Z' },
    );
    expect([twice.length, later.length]).to.deep.equal([2, 2]);
  });

  it('asks the database for one kind', () => {
    const { all, plays } = activity.reads({ kind: 'movie' });
    expect(all.query).to.deep.equal({ where: { kind: 'movie' } });
    expect(plays.query).to.deep.equal({ newest: 250, where: { kind: 'movie' } });
  });
});
