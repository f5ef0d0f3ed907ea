import type { DigestEntry, SourceState } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as backup, summary as backupSummary } from '#widgets/backup.js';
import { widget as digest, summary as digestSummary } from '#widgets/digest.js';
import { widget as health, summary as healthSummary } from '#widgets/health.js';
import { widget as jobs } from '#widgets/jobs.js';
import { widget as serverJobs } from '#widgets/mediaserver-jobs.js';
import { widget as serverStatus } from '#widgets/mediaserver-status.js';
import { widget as opsDigest } from '#widgets/ops-digest.js';
import { at, NOW, of, render, rows, source } from '../support/answers.js';

const done = { configured: true, ok: true, kind: 'local' as const, at: '2026-08-22T03:10:00.000Z' };
const backedUp = rows(of('core', { ...done, sizeBytes: 1000, file: 'sidelight-2026-08-22.db' }));
const findings: readonly DigestEntry[] = [
  { id: '3', type: 'job', severity: 'info', text: 'c' },
  { id: '2', type: 'download', severity: 'warn', text: 'b', source: 'torrents' },
  { id: '1', type: 'integration', severity: 'error', text: 'a', source: 'films' },
];
const put: readonly DigestEntry[] = [{ id: '4', type: 'disk', severity: 'warn', text: 'd' }];

describe('digest', () => {
  it('lists the gravest first', () => {
    const payload = render(digest, { digest: findings, snoozed: put, backup: backedUp }, at({ limit: 2 }));
    expect(payload).to.deep.equal({
      digest: 3,
      digestOk: false,
      digestStatus: 'check',
      digestIntegrations: 1,
      digestWarnings: 0,
      digestSnoozed: 1,
      backupAt: '2026-08-22T03:10:00.000Z',
      backupLabel: '6 h ago',
      items: [
        { id: '1', type: 'integration', severity: 'error', text: 'a', tone: 'bad', label: 'error' },
        { id: '2', type: 'download', severity: 'warn', text: 'b', tone: 'attention', label: 'warn' },
      ],
      snoozed: [{ id: '4', type: 'disk', severity: 'warn', text: 'd', tone: 'attention', label: 'warn' }],
    });
  });

  it('names the integration under its own path, null for Sidelight itself', () => {
    const payload = render(opsDigest, { digest: findings, snoozed: put });
    expect(payload).to.include({ ok: false, count: 3, snoozed: 1 });
    expect(payload.items.map((item) => item.source)).to.deep.equal(['films', 'torrents', null]);
  });

  it('is a number on the homepage', () => {
    expect(digestSummary.render({ digest: [], snoozed: [] }, at())).to.deep.equal({
      digest: 0,
      digestOk: true,
      digestStatus: 'clear',
      digestIntegrations: 0,
      digestWarnings: 0,
      digestSnoozed: 0,
    });
    const warning = { id: '5', type: 'warning', severity: 'warn' as const, text: 'd' };
    const counted = digestSummary.render({ digest: [...findings, warning], snoozed: [] }, at());
    expect(counted).to.include({ digest: 4, digestIntegrations: 1, digestWarnings: 1 });
    expect(digestSummary.render({ digest: findings, snoozed: put }, at())).to.include({
      digest: 3,
      digestStatus: 'check',
    });
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
    return render(health, {
      digest: [],
      snoozed: [],
      servers: asked,
      known,
      health: rows([]),
      backup: rows<never>([]),
    });
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
    const payload = render(health, {
      digest: [],
      snoozed: [],
      servers: both,
      known: both,
      health: rows([]),
      backup: rows<never>([]),
    });
    expect(payload).to.include({ mediaserverOk: true, mediaserverName: 'Living room' });
  });

  it('tells of every server and integration, and counts what they find wrong apart', () => {
    const second = of('second', { ...server, name: 'Attic' });
    const both = rows([...second, ...of('first', server)], [source('first'), source('second', 'down')]);
    const row = { type: 'Radarr', ok: true, refused: false, message: '', checkedAt: NOW, since: NOW, version: '6.1' };
    const sick = { ...row, ok: false, message: 'connection refused' };
    const payload = render(health, {
      digest: [],
      snoozed: [],
      servers: both,
      known: both,
      health: rows([
        ...of('films', { ...row, id: 'films', name: 'Radarr' }, { ...sick, id: 'x', name: 'films', message: 'a disk' }),
        ...of('films-4k', { ...sick, id: 'films-4k', name: 'Radarr' }),
      ]),
      backup: rows<never>([]),
    });
    expect(payload).to.include({ integrations: 2, integrationsFailing: 1, warnings: 1 });
    expect(payload.servers.map(({ id, name, status, pingMs }) => [id, name, status, pingMs])).to.deep.equal([
      ['first', 'Living room', 'online', 4],
      ['second', 'Attic', 'offline', null],
    ]);
    expect(payload.services.map(({ id, name, status, version }) => [id, name, status, version])).to.deep.equal([
      ['films-4k', 'Radarr (films-4k)', 'failing', '6.1'],
      ['films', 'Radarr (films)', 'ok', '6.1'],
    ]);
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

describe('what nobody knows', () => {
  it('is how many jobs failed before any of them could run', () => {
    const waiting = of(
      'films',
      { name: 'queue', result: 'never' as const },
      { name: 'titles', result: 'never' as const },
    );
    const shown = (...items: readonly { name: string; result: 'never' | 'ok' | 'failed'; source: string }[]) =>
      render(jobs, { jobs: rows(items), services: rows<never>([]) });
    expect(shown(...waiting)).to.include({ jobs: 2, failed: 0, failedText: '–' });
    expect(shown(...waiting, ...of('core', { name: 'backup', result: 'ok' as const }))).to.include({ failedText: '0' });
    expect(shown(...waiting, ...of('core', { name: 'backup', result: 'failed' as const }))).to.include({
      failedText: '1',
    });
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

  it('says when each runs next and how long it took', () => {
    const payload = render(serverJobs, {
      jobs: rows(
        of(
          's',
          { id: '1', name: 'Scan', lastAt: NOW, nextAt: '2026-08-22T12:10:00.000Z', durationMs: 61_000 },
          { id: '2', name: 'Overdue', nextAt: '2026-08-22T09:09:00.000Z' },
          { id: '3', name: 'By hand' },
        ),
      ),
    });
    expect(payload.items.map(({ id, next, duration }) => [id, next, duration])).to.deep.equal([
      ['s:1', 'next in 3 h', 'took 1 min'],
      ['s:2', 'due', ''],
      ['s:3', '', ''],
    ]);
  });
});
