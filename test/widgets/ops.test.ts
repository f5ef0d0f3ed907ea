import type { DigestItem, SourceState } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as automation } from '#widgets/automation.js';
import { widget as backup, summary as backupSummary } from '#widgets/backup.js';
import { widget as digest, summary as digestSummary } from '#widgets/digest.js';
import { widget as health, summary as healthSummary } from '#widgets/health.js';
import { widget as jobs } from '#widgets/jobs.js';
import { widget as serverJobs } from '#widgets/mediaserver-jobs.js';
import { widget as serverStatus } from '#widgets/mediaserver-status.js';
import { widget as opsDigest } from '#widgets/ops-digest.js';
import { widget as webhooks } from '#widgets/webhooks.js';
import { at, NOW, of, render, rows, source, total } from '../support/answers.js';

const done = { configured: true, ok: true, kind: 'local' as const, at: '2026-08-22T03:10:00.000Z' };
const backedUp = rows(of('core', { ...done, sizeBytes: 1000, file: 'sidelight-2026-08-22.db' }));
const findings: readonly DigestItem[] = [
  { type: 'job', severity: 'info', text: 'c' },
  { type: 'download', severity: 'warn', text: 'b', source: 'torrents' },
  { type: 'integration', severity: 'error', text: 'a', source: 'films' },
];

describe('digest', () => {
  it('lists the gravest first', () => {
    const payload = render(digest, { digest: findings, backup: backedUp }, at({ limit: 2 }));
    expect(payload).to.deep.equal({
      digest: 3,
      digestOk: false,
      digestStatus: 'check',
      backupAt: '2026-08-22T03:10:00.000Z',
      backupLabel: '6 h ago',
      items: [
        { type: 'integration', severity: 'error', text: 'a', tone: 'bad', label: 'error' },
        { type: 'download', severity: 'warn', text: 'b', tone: 'attention', label: 'warn' },
      ],
    });
  });

  it('names the integration under its own path, null for Sidelight itself', () => {
    const payload = render(opsDigest, { digest: findings });
    expect(payload).to.include({ ok: false, count: 3 });
    expect(payload.items.map((item) => item.source)).to.deep.equal(['films', 'torrents', null]);
  });

  it('is a number on the homepage', () => {
    expect(digestSummary.render({ digest: [] }, at())).to.deep.equal({
      digest: 0,
      digestOk: true,
      digestStatus: 'clear',
    });
    expect(digestSummary.render({ digest: findings }, at())).to.include({ digest: 3, digestStatus: 'check' });
  });
});

describe('health and the media server', () => {
  const server = { id: 's', name: 'Living room', version: '12.1.0', pingMs: 4 };
  const servers = (...states: SourceState[]) => rows(of('first', server), states);
  /** Live answers are forgotten after some minutes, what was stored is not. */
  const gone = (...states: SourceState[]) => ({ ...servers(...states), items: [] });
  const ask = (...states: SourceState[]) => {
    const known = servers(...states);
    const asked = states[0]?.state === 'ok' ? known : gone(...states);
    return render(health, { digest: [], servers: asked, known, backup: rows<never>([]) });
  };

  it('is online with its ping', () => {
    expect(ask(source('first'))).to.deep.include({
      mediaserverOk: true,
      mediaserverName: 'Living room',
      mediaserverVersion: '12.1.0',
      mediaserverStatus: 'online',
      pingMs: 4,
      backupAt: null,
      backupLabel: 'never',
      digestOk: true,
      items: [],
    });
  });

  it('keeps its last name when it is down, without a ping', () => {
    const payload = ask(source('first', 'down'));
    expect(payload).to.include({ mediaserverOk: false, mediaserverStatus: 'offline', pingMs: null });
    expect(payload.mediaserverName).to.equal('Living room');
  });

  it('is the first one of the config, however many there are', () => {
    const second = of('second', { ...server, name: 'Attic' });
    const both = rows([...second, ...of('first', server)], [source('first'), source('second', 'down')]);
    const payload = render(health, { digest: [], servers: both, known: both, backup: rows<never>([]) });
    expect(payload).to.include({ mediaserverOk: true, mediaserverName: 'Living room' });
  });

  it('is unknown while its data is old, or none is configured', () => {
    const facts = (state: SourceState[]) => healthSummary.render({ servers: servers(...state) }, at());
    expect(facts([source('first', 'stale')])).to.include({ mediaserverOk: false, mediaserverStatus: 'unknown' });
    expect(facts([])).to.include({ mediaserverOk: false, mediaserverStatus: 'unknown', mediaserverName: '' });
  });

  it('tells when it was last seen', () => {
    const status = (...states: SourceState[]) =>
      render(serverStatus, { servers: gone(...states), known: servers(...states) });
    const seen = '2026-08-22T08:00:00.000Z';
    expect(status(source('first', 'down', seen))).to.deep.equal({
      ok: false,
      name: 'Living room',
      version: '12.1.0',
      lastSeenAt: seen,
      checkedAt: NOW,
    });
    expect(status()).to.deep.equal({ ok: false, name: '', version: '', lastSeenAt: null, checkedAt: NOW });
  });
});

describe('backup', () => {
  const show = (row?: object) =>
    render(backup, { backup: rows(row === undefined ? [] : of('core', { ...done, ...row })) });

  it('tells the last one', () => {
    expect(render(backup, { backup: backedUp })).to.deep.equal({
      backupAt: '2026-08-22T03:10:00.000Z',
      backupLabel: '6 h ago',
      configured: true,
      ok: true,
      kind: 'local',
      sizeBytes: 1000,
      file: 'sidelight-2026-08-22.db',
      status: 'ok',
    });
  });

  it('tells apart failed, never made and switched off', () => {
    expect(show({ ok: false })).to.include({ status: 'failed', ok: false });
    const { at: _, ...never } = done;
    expect(render(backup, { backup: rows(of('core', never)) })).to.include({ status: 'never', backupLabel: 'never' });
    expect(show({ configured: false, kind: 'none' })).to.include({ status: 'off', ok: false });
    expect(show()).to.include({ status: 'off', kind: 'none', configured: false, file: null });
  });

  it('is a date and a text on the homepage', () => {
    const slice = backupSummary.render({ backup: backedUp }, at());
    expect(slice).to.deep.equal({ backupAt: '2026-08-22T03:10:00.000Z', backupLabel: '6 h ago' });
  });
});

describe('automation', () => {
  const well = { type: 'Media server', ok: true, refused: false, message: '', checkedAt: NOW };
  const ill = { ...well, ok: false, message: 'connection refused' };

  it('lists the failing first; one that was not asked yet is not failing', () => {
    const { checkedAt: _, ...unasked } = { ...ill, message: 'not asked yet' };
    const payload = render(automation, {
      health: rows([
        ...of('a', { ...well, id: 'a', name: 'A' }),
        ...of('b', { ...unasked, id: 'b', name: 'B' }),
        ...of('c', { ...ill, id: 'c', name: 'C' }, { ...ill, id: 'indexer-4', name: 'Indexer' }),
        ...of('d', { ...ill, id: 'd', name: 'D', refused: true }),
      ]),
      wanted: rows([]),
      missing: rows([]),
    });
    expect(payload).to.include({ connected: 1, checked: 4, failing: 3, ok: false, status: 'check' });
    expect(payload.items.map((item) => [item.id, item.label])).to.deep.equal([
      ['c', 'failing'],
      ['c:indexer-4', 'failing'],
      ['d', 'refused'],
      ['a', 'ok'],
      ['b', 'waiting'],
    ]);
    expect(payload.items[4]).to.include({ checkedAt: null, ok: false });
  });

  it('tells which titles lack subtitles, and counts as their manager does', () => {
    const wanted = rows([
      ...of('words', { id: '1', kind: 'episode' as const, title: 'Salt', series: 'The Pier', languages: ['de', 'fr'] }),
      ...of('plain', { id: '1', kind: 'movie' as const, title: 'Metropolis', languages: [] }),
    ]);
    const missing = rows(of('words', { movies: 4, episodes: 8, throttled: 2 }));
    const payload = render(automation, { health: rows([]), wanted, missing });
    expect(payload).to.include({ subtitlesWanted: 13, providersThrottled: 2, ok: true });
    expect(payload.subtitles).to.deep.equal([
      { id: 'words:1', title: 'The Pier – Salt', kind: 'episode', languages: ['de', 'fr'], label: 'de, fr' },
      { id: 'plain:1', title: 'Metropolis', kind: 'movie', languages: [], label: '–' },
    ]);
  });
});

describe('jobs', () => {
  it('lists failed, running, then the newest, each with its integration', () => {
    const payload = render(jobs, {
      jobs: rows([
        ...of('films', { name: 'queue', result: 'ok' as const, ranAt: '2026-08-22T08:10:00.000Z', durationMs: 12 }),
        ...of(
          'series',
          { name: 'queue', result: 'ok' as const, ranAt: NOW },
          { name: 'titles', result: 'never' as const },
        ),
        ...of('core', { name: 'backup', result: 'failed' as const, ranAt: NOW }),
        ...of('torrents', { name: 'queue', result: 'running' as const, nextAt: NOW }),
      ]),
      services: rows(
        of(
          'broom',
          { id: '1', name: 'Dust', result: 'completed' as const, lastAt: NOW },
          { id: '2', name: 'Sweep', result: 'failed' as const },
          { id: '3', name: 'Wipe' },
        ),
      ),
    });
    expect(payload).to.include({ serviceJobs: 3, serviceFailed: 1 });
    expect(payload.services.map((job) => [job.id, job.service, job.state, job.result, job.label])).to.deep.equal([
      ['broom:2', 'broom', 'unknown', 'failed', 'failed'],
      ['broom:1', 'broom', 'unknown', 'completed', 'just now'],
      ['broom:3', 'broom', 'unknown', 'unknown', '–'],
    ]);
    expect(payload).to.include({ jobs: 5, running: 1, failed: 1, ok: false });
    expect(payload.items.map((item) => [item.name, item.label])).to.deep.equal([
      ['backup', 'failed'],
      ['torrents: queue', 'running'],
      ['series: queue', 'just now'],
      ['films: queue', '1 h ago'],
      ['series: titles', 'never'],
    ]);
    expect(payload.items[3]).to.include({ durationMs: 12, nextAt: null });
  });
});

describe('the media server’s jobs', () => {
  it('lists failed, running, then the newest', () => {
    const job = { state: 'idle' as const, result: 'completed' as const };
    const payload = render(serverJobs, {
      jobs: rows(
        of(
          's',
          { ...job, id: '1', name: 'Scan', lastAt: '2026-08-22T07:10:00.000Z' },
          { ...job, id: '2', name: 'Clean', lastAt: NOW },
          { ...job, id: '3', name: 'Images', state: 'running' as const, progress: 40 },
          { ...job, id: '4', name: 'Subtitles', result: 'failed' as const },
          { ...job, id: '5', name: 'Trickplay', result: 'never' as const },
        ),
      ),
    });
    expect(payload).to.include({ jobs: 5, running: 1, failed: 1, ok: false });
    expect(payload.items.map((item) => [item.id, item.label])).to.deep.equal([
      ['s:4', 'failed'],
      ['s:3', '40 %'],
      ['s:2', 'just now'],
      ['s:1', '2 h ago'],
      ['s:5', 'never'],
    ]);
  });
});

describe('webhooks', () => {
  it('counts the week and lists the newest', () => {
    const delivery = { name: 'films', event: 'Grab', direction: 'in' as const, at: '2026-08-22T09:00:00.000Z' };
    const payload = render(webhooks, {
      all: total(31),
      failures: total(2),
      newest: rows(of('films', { ...delivery, id: '2', ok: false }, { ...delivery, id: '1', ok: true, status: 200 })),
    });
    expect(payload).to.include({ total: 31, failed: 2, ok: false, status: 'check' });
    expect(payload.items.map((item) => [item.id, item.status, item.label])).to.deep.equal([
      ['films:2', null, 'failed'],
      ['films:1', 200, '10 min ago'],
    ]);
  });
});
