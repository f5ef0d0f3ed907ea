import { codeDigest } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as cleanup } from '#widgets/cleanup.js';
import { widget as feedHits, summary as feedHitsSummary } from '#widgets/feed-hits.js';
import { widget as invites, summary as invitesSummary } from '#widgets/invites.js';
import { widget as newsletter } from '#widgets/newsletter.js';
import { at, NOW, of, render, rows, total } from '../support/answers.js';

describe('invites', () => {
  const all = rows(
    of(
      'door',
      { id: '1', label: 'USED', status: 'used' as const },
      { id: '2', label: 'OVER', status: 'active' as const, expires: '2026-08-22T09:00:00.000Z' },
      { id: '3', label: 'EVER', status: 'active' as const },
      { id: '4', label: 'SOON', status: 'active' as const, expires: '2026-08-25T09:10:00.000Z' },
    ),
  );

  const NOBODY = { accounts: rows([]), uses: rows([]) };

  it('are active neither used up nor expired, though the manager has not noticed', () => {
    const payload = render(invites, { invites: all, ...NOBODY });
    expect(payload).to.include({ invites: 4, active: 2 });
    expect(payload.items.map((item) => [item.code, item.status, item.label])).to.deep.equal([
      ['SOON', 'active', 'in 3 d'],
      ['EVER', 'active', 'active'],
      ['USED', 'used', 'used'],
      ['OVER', 'expired', 'expired'],
    ]);
    expect(payload.items[1]).to.include({ source: 'door', expires: null });
  });

  it('tell of the accounts that came of them, and of their ends', () => {
    const account = { user: 'Gwen', server: 'Attic', label: 'For Gwen' };
    const accounts = rows(
      of(
        'door',
        { ...account, id: '1', createdAt: '2026-08-01T00:00:00.000Z', expiresAt: '2026-08-24T09:10:00.000Z' },
        { ...account, id: '2', createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-12-01T00:00:00.000Z' },
        { id: '3', user: 'Hugo' },
      ),
    );
    const use = { id: '1', inviteId: 'x', label: 'For Gwen', at: NOW };
    const uses = rows(of('door', { ...use, user: 'Gwen' }, { ...use, id: '2', ended: 'revoked' as const }));
    const payload = render(invites, { invites: all, accounts, uses });
    expect(payload).to.include({ accounts: 3, endingWeek: 1, joinedMonth: 1 });
    expect(payload.ending.map((row) => [row.id, row.invite, row.label])).to.deep.equal([
      ['door:1', 'For Gwen', 'in 2 d'],
    ]);
    expect(payload.uses.map((row) => [row.user, row.ended])).to.deep.equal([
      ['Gwen', 'used'],
      ['', 'revoked'],
    ]);
  });

  it('have ids that do not give away their codes', () => {
    expect(codeDigest('SECRET', 'key')).to.equal(codeDigest('SECRET', 'key'));
    expect(codeDigest('SECRET', 'key')).to.match(/^[\w-]{22}$/);
    expect(codeDigest('SECRET', 'key')).to.not.equal(codeDigest('SECRET', 'other'));
  });

  it('are all counted on the homepage', () => {
    expect(invitesSummary.render({ invites: total(4) }, at())).to.deep.equal({ invites: 4 });
  });
});

describe('feed hits', () => {
  const hit = { id: '1', name: 'Metropolis.1927', filter: 'films', indexer: 'i', action: 'a', at: NOW };

  it('are counted and listed', () => {
    const hits = rows(
      of('bot', { ...hit, status: 'approved' as const }, { ...hit, id: '2', status: 'error' as const }),
    );
    const payload = render(feedHits, { count: total(7), hits, counts: rows([]) });
    expect(payload.feedHits).to.equal(7);
    expect(payload.items.map((item) => [item.id, item.label])).to.deep.equal([
      ['bot:1', 'just now'],
      ['bot:2', 'error'],
    ]);
    expect(feedHitsSummary.render({ count: total(7) }, at())).to.deep.equal({ feedHits: 7 });
  });
});

describe('feed hits with actions', () => {
  it('name them all, with what came of each, and the bot’s own counters', () => {
    const hit = { id: '1', name: 'Metropolis', filter: 'films', indexer: 'i', at: NOW, status: 'approved' as const };
    const actions = [
      { id: '1-2', name: 'torrents', status: 'approved' as const },
      { name: 'films', reason: 'Existing file' },
    ];
    const hits = rows(
      of('bot', { ...hit, actions, sizeBytes: 5 }, { ...hit, id: '2' }, { ...hit, id: '3', action: 'old' }),
    );
    const counts = rows(of('bot', { total: 9, approved: 5, errored: 1 }));
    const payload = render(feedHits, { count: total(3), hits, counts });
    expect(payload).to.include({ announced: 9, approved: 5, rejected: 0, errored: 1 });
    expect(payload).to.include({ announcedText: '9', approvedText: '5', rejectedText: '–', erroredText: '1' });
    expect(payload.items.map((item) => item.action)).to.deep.equal(['torrents, films', '', 'old']);
    expect(payload.items[0]?.actions).to.deep.equal([
      { id: '1-2', name: 'torrents', type: '', status: 'approved', reason: '', label: 'approved' },
      { id: '', name: 'films', type: '', status: 'unknown', reason: 'Existing file', label: 'unknown' },
    ]);
  });
});

describe('cleanup', () => {
  it('lists what goes next, and what has no date at the end', () => {
    const title = { collection: 'Old films' };
    const payload = render(cleanup, {
      actions: rows(of('broom', { id: '1', title: 'Stuck', action: 'removed' as const, at: NOW, strikes: 3 })),
      removed: total(1),
      removedDay: total(0),
      struckDay: total(4),
      matters: rows([]),
      queue: rows([]),
      media: rows([]),
      counts: rows(of('broom', { collections: 3, reclaimableBytes: 1_234_000_000 })),
      titles: rows(
        of(
          'broom',
          { ...title, id: '1', title: 'Some day' },
          { ...title, id: '2', title: 'Later', dueAt: '2026-09-01T09:10:00.000Z', sizeBytes: 5 },
          { ...title, id: '3', title: 'Overdue', dueAt: '2026-08-21T09:10:00.000Z', sizeBytes: 0 },
        ),
      ),
    });
    expect(payload).to.include({ connected: true, status: 'Online', scheduled: 3, collections: 3, removedWeek: 1 });
    expect(payload).to.include({ removedDay: 0, strikesDay: 4, attention: 0 });
    expect(payload.actions).to.deep.equal([
      {
        id: 'broom:1',
        title: 'Stuck',
        action: 'removed',
        reason: '',
        strikes: 3,
        download: null,
        at: NOW,
        label: 'just now',
      },
    ]);
    expect(payload).to.include({ reclaimable: '1.23 GB', reclaimableBytes: 1_234_000_000 });
    expect(payload.items.map(({ title, dueAt, sizeBytes, label }) => [title, dueAt, sizeBytes, label])).to.deep.equal([
      ['Overdue', '2026-08-21T09:10:00.000Z', 0, 'due'],
      ['Later', '2026-09-01T09:10:00.000Z', 5, 'in 10 d'],
      ['Some day', null, null, 'Old films'],
    ]);
  });
});

describe('newsletter', () => {
  const campaign = { enabled: true, frequency: 'weekly' };
  const send = (...campaigns: ({ id: string; name: string; enabled: boolean; frequency: string } & Sent)[]) =>
    render(newsletter, { campaigns: rows(of('post', ...campaigns)) });
  interface Sent {
    lastAt?: string;
    lastOk?: boolean;
    nextAt?: string;
  }

  it('tells the last send of any campaign and the next of those that are on', () => {
    const payload = send(
      {
        ...campaign,
        id: '1',
        name: 'Weekly',
        lastAt: '2026-08-20T09:10:00.000Z',
        lastOk: true,
        nextAt: '2026-08-27T09:10:00.000Z',
      },
      {
        ...campaign,
        id: '2',
        name: 'Monthly',
        frequency: 'monthly',
        lastAt: '2026-08-01T00:00:00.000Z',
        lastOk: false,
        nextAt: '2026-09-01T00:00:00.000Z',
      },
      { ...campaign, id: '3', name: 'Off', enabled: false, nextAt: '2026-08-23T00:00:00.000Z' },
      { ...campaign, id: '4', name: 'Missed', nextAt: '2026-08-22T00:00:00.000Z' },
    );
    expect(payload).to.deep.equal({
      enabled: true,
      lastAt: '2026-08-20T09:10:00.000Z',
      lastOk: true,
      frequency: 'weekly',
      nextAt: '2026-08-27T09:10:00.000Z',
      nextName: 'Weekly',
      campaigns: 4,
      status: 'ok',
      lastResult: 'ok',
      lastKind: 'unknown',
      subject: '',
      recipients: null,
      lastLabel: '2 d ago',
      nextLabel: 'in 5 d',
    });
  });

  it('does not take an outcome that nobody tells for a good one', () => {
    const sent = { ...campaign, id: '1', name: 'W', lastAt: NOW };
    expect(send(sent)).to.include({ status: 'unknown', lastResult: 'unknown', lastOk: false });
    expect(send({ ...sent, lastOk: true })).to.include({ status: 'ok', lastResult: 'ok', lastOk: true });
  });

  it('tells apart failed, never sent and switched off', () => {
    const failed = { lastAt: NOW, lastOk: false };
    expect(send({ ...campaign, id: '1', name: 'W', ...failed })).to.include({ status: 'failed', lastOk: false });
    expect(send({ ...campaign, id: '1', name: 'W' })).to.include({ status: 'never', lastAt: null, nextLabel: 'none' });
    expect(send({ ...campaign, enabled: false, id: '1', name: 'W' })).to.include({ status: 'off', frequency: '' });
  });
});
