import { expect } from 'chai';
import { widget as issues } from '#widgets/issues.js';
import { widget as requests } from '#widgets/requests.js';
import { at, NOW, of, render, rows } from '../support/answers.js';
import * as world from '../support/world.js';

describe('requests', () => {
  const counters = { total: 11, pending: 1, approved: 4, available: 2, processing: 2, declined: 1, failed: 1 };

  it('adds up the managers’ own counters and lists the pending ones first, then the newest', () => {
    const counts = rows([...of('wishes', counters), ...of('more', { ...counters, total: 1, pending: 0 })]);
    const payload = render(requests, { counts, requests: rows(world.requests) }, at({ limit: 2 }));
    expect(payload).to.include({ total: 12, pending: 1, approved: 8, available: 4, declined: 2, failed: 2 });
    expect(payload.items).to.deep.equal([
      {
        id: 'wishes:1',
        sourceId: 'wishes',
        title: 'Nosferatu',
        type: 'movie',
        status: 'pending',
        requestedBy: 'ada',
        requestedAt: '2026-08-01T10:00:00.000Z',
        is4k: false,
        quality: '',
        seasons: '',
        reason: '',
        tone: 'attention',
        poster: '',
        label: 'pending',
        brief: 'ada · pending',
      },
      {
        id: 'wishes:11',
        sourceId: 'wishes',
        title: 'Paper Lanterns',
        type: 'show',
        status: 'partial',
        requestedBy: 'ada',
        requestedAt: '2026-08-11T10:00:00.000Z',
        is4k: false,
        quality: '',
        seasons: 'S01',
        reason: '',
        tone: 'good',
        poster: '',
        label: 'partial',
        brief: 'ada · partial',
      },
    ]);
  });

  const request = { title: 'Sintel', type: 'movie' as const, requestedBy: 'ada', requestedAt: NOW };
  const none = rows(of('wishes', { pending: 0 }));

  it('tells a request in 4K from the ordinary one', () => {
    const both = rows(
      of(
        'wishes',
        { ...request, id: '7', status: 'approved' as const, is4k: true },
        { ...request, id: '12', status: 'approved' as const, is4k: false },
      ),
    );
    const { items } = render(requests, { counts: none, requests: both });
    expect(items.map(({ is4k, quality, label }) => [is4k, quality, label])).to.deep.equal([
      [true, '4K', 'approved · 4K'],
      [false, '', 'approved'],
    ]);
  });

  it('names the seasons that are asked for, and why a request was declined', () => {
    const declined = { ...request, status: 'declined' as const, reason: 'It is elsewhere already', is4k: false };
    const { items } = render(requests, {
      counts: none,
      requests: rows(of('wishes', { ...declined, id: '1', seasons: [5, 1, 3, 2] })),
    });
    expect(items[0]).to.include({ seasons: 'S01–S03, S05', reason: 'It is elsewhere already' });
  });

  it('never counts less than it lists', () => {
    const states = ['pending', 'available', 'available', 'deleted', 'processing'] as const;
    const listed = of('wishes', ...states.map((status, id) => ({ ...request, id: `${id}`, status, is4k: false })));
    const counts = rows(of('wishes', { total: 4, pending: 0, approved: 1, available: 1, processing: 0 }));
    expect(render(requests, { counts, requests: rows(listed) })).to.include({
      ...{ total: 5, pending: 1, approved: 1, available: 2, processing: 1, deleted: 1 },
    });
  });
});

describe('counters of requests', () => {
  it('are what is there, of managers that keep what has gone, and add up where no total is told', () => {
    const counts = rows([
      ...of('keeps', { pending: 1, total: 9, available: 0, completed: 5, deleted: 2 }),
      ...of('small', { pending: 2, approved: 3, available: 4, declined: 1 }),
      ...of('least', { pending: 1 }),
    ]);
    const payload = render(requests, { counts, requests: rows([]) });
    expect(payload).to.include({ total: 20, pending: 4, available: 7, deleted: 2, failed: 0 });
  });
});

describe('issues', () => {
  const issue = { title: 'Metropolis', type: 'audio' as const, reportedBy: 'ada', createdAt: NOW };
  const reported = rows(
    of(
      'wishes',
      { ...issue, id: '1', status: 'resolved' as const },
      { ...issue, id: '2', status: 'open' as const, createdAt: '2026-08-01T00:00:00.000Z' },
    ),
  );

  it('lists the open ones first', () => {
    const counts = rows(of('wishes', { total: 2, open: 1, resolved: 1 }));
    const payload = render(issues, { counts, issues: reported });
    expect(payload).to.include({ total: 2, open: 1, resolved: 1, ok: false, status: 'check' });
    expect(payload.items.map((item) => item.id)).to.deep.equal(['wishes:2', 'wishes:1']);
  });

  it('name the season and the episode that they are about', () => {
    const parts = [{}, { season: 2 }, { season: 1, episode: 12 }];
    const all = rows(
      of('wishes', ...parts.map((part, id) => ({ ...issue, ...part, id: `${id}`, status: 'open' as const }))),
    );
    const { items } = render(issues, { counts: rows([]), issues: all });
    expect(items.map(({ part }) => part)).to.deep.equal(['', 'S02', 'S01E12']);
  });

  it('say what is wrong in the words of who reported it', () => {
    const told = rows(of('wishes', { ...issue, id: '1', status: 'open' as const, comments: 2, comment: 'No sound' }));
    const { items } = render(issues, { counts: rows([]), issues: told });
    expect(items[0]).to.include({ comments: 2, comment: 'No sound' });
  });

  it('is ok when all are resolved', () => {
    const counts = rows(of('wishes', { total: 2, open: 0, resolved: 2 }));
    expect(render(issues, { counts, issues: reported })).to.include({ ok: true, status: 'ok' });
  });
});
