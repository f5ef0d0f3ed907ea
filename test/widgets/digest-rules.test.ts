import type { ItemOf, opsJobs } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { rule as backup } from '#widgets/digest/backup.js';
import { rule as downloads } from '#widgets/digest/downloads.js';
import { rule as jobs } from '#widgets/digest/jobs.js';
import { rule as serverJobs } from '#widgets/digest/mediaserver-jobs.js';
import { rule as newsletters } from '#widgets/digest/newsletters.js';
import { rule as notices } from '#widgets/digest/notices.js';
import { rule as serviceJobs } from '#widgets/digest/service-jobs.js';
import { rule as subtitles } from '#widgets/digest/subtitles.js';
import { rule as webhooks } from '#widgets/digest/webhooks.js';
import { at, NOW, of, rows } from '../support/answers.js';
import * as world from '../support/world.js';

type Job = ItemOf<typeof opsJobs>;

const up = { type: 'Films', ok: true, refused: false, message: '', checkedAt: NOW };
const down = { ...up, ok: false, message: 'connection refused' };

describe('the digest', () => {
  it('tells of failed and stalled downloads', () => {
    expect(downloads.evaluate({ queue: rows(world.downloads) }, at())).to.deep.equal([
      {
        type: 'download',
        severity: 'warn',
        text: 'Sintel.2010.2160p.WEB-DL.x265-EXAMPLE makes no progress: no connections',
        about: 'b2c3',
        source: 'torrents',
      },
      {
        type: 'download',
        severity: 'error',
        text: 'Paper.Lanterns.S01E03.1080p.WEB-DL-EXAMPLE has failed: unpacking failed: CRC error',
        about: 'SABnzbd_nzo_m3vd81zt',
        source: 'usenet',
      },
    ]);
  });

  it('tells how many titles lack subtitles, and which tasks of services failed', () => {
    const title = { kind: 'movie' as const, title: 'Metropolis', languages: ['de'] };
    const wanted = rows([
      ...of('words', { ...title, id: '1' }, { ...title, id: '2' }),
      ...of('more', { ...title, id: '1' }),
    ]);
    const counts = rows([
      ...of('words', { movies: 2, episodes: 5 }),
      ...of('content', { movies: 0, episodes: 0, throttled: 1 }),
    ]);
    const said = subtitles.evaluate({ wanted, counts }, at());
    expect(said.map((item) => [item.source, item.severity, item.text])).to.deep.equal([
      ['words', 'info', '7 titles without wanted subtitles'],
      ['more', 'info', '1 title without wanted subtitles'],
    ]);
    const jobs = rows(
      of(
        'broom',
        { id: '1', name: 'Sweep', result: 'failed' as const },
        { id: '2', name: 'Dust', result: 'unknown' as const },
        { id: '3', name: 'Wipe' },
      ),
    );
    expect(serviceJobs.evaluate({ jobs }, at())).to.deep.equal([
      { type: 'service-job', severity: 'warn', text: 'The task Sweep of broom failed', source: 'broom', about: '1' },
    ]);
  });

  it('tells of newsletters that failed, and of those that may have', () => {
    const campaign = { enabled: true, frequency: 'every week', lastAt: NOW };
    const campaigns = rows(
      of(
        'post',
        { ...campaign, id: '1', name: 'Weekly', lastResult: 'failed' as const },
        { ...campaign, id: '2', name: 'Old', lastOk: false },
        { ...campaign, id: '3', name: 'Vague', lastOk: false, lastResult: 'unknown' as const },
        { ...campaign, id: '4', name: 'Silent', lastResult: 'unknown' as const },
        { ...campaign, id: '5', name: 'Under way', lastOk: false, lastResult: 'sending' as const },
        { ...campaign, id: '6', name: 'Fine', lastResult: 'ok' as const },
        { ...campaign, id: '7', name: 'Off', enabled: false, lastResult: 'failed' as const },
        { ...campaign, id: '8', name: 'Tried', lastKind: 'test' as const, lastResult: 'failed' as const },
        { id: '9', name: 'New', enabled: true, frequency: '' },
      ),
    );
    const told = newsletters.evaluate({ campaigns }, at());
    expect(told.map(({ severity, text }) => `${severity}: ${text}`)).to.deep.equal([
      'warn: The newsletter Weekly of post could not be sent',
      'warn: The newsletter Old of post could not be sent',
      'info: The newsletter Vague of post was not sent: there was nothing to send, or it failed',
    ]);
    expect(new Set(told.map(({ type, source }) => `${type} ${source}`))).to.deep.equal(new Set(['newsletter post']));
  });

  it('tells of failed jobs, but not of those of an integration that is down', () => {
    const failed: Job = { name: 'titles', result: 'failed', message: 'an unexpected answer' };
    const answers = {
      jobs: rows([
        ...of<Job>('films', failed, { name: 'queue', result: 'ok' }),
        ...of<Job>('series', failed),
        ...of<Job>('core', { name: 'backup', result: 'failed' }),
      ]),
      health: rows([
        ...of('films', { ...up, id: 'films', name: 'F' }),
        ...of('series', { ...down, id: 'series', name: 'S' }),
      ]),
    };
    expect(jobs.evaluate(answers, at())).to.deep.equal([
      {
        type: 'job',
        severity: 'warn',
        text: 'The task films: titles failed: an unexpected answer',
        about: 'titles',
        source: 'films',
      },
      { type: 'job', severity: 'warn', text: 'The task backup failed', about: 'backup' },
    ]);
  });

  it('tells of the media server’s failed jobs', () => {
    const job = { id: '1', name: 'Scan', state: 'idle' as const };
    const answers = {
      jobs: rows(of('s', { ...job, result: 'failed' as const }, { ...job, id: '2', result: 'cancelled' as const })),
    };
    expect(serverJobs.evaluate(answers, at())).to.deep.equal([
      {
        type: 'mediaserver-job',
        severity: 'warn',
        text: 'The media server’s task Scan failed',
        source: 's',
        about: '1',
      },
    ]);
  });

  it('tells of webhooks whose last delivery failed', () => {
    const out = { direction: 'out' as const, event: 'digest changed', at: NOW };
    const deliveries = rows([
      ...of(
        'core',
        { ...out, id: '5', name: 'chat', ok: false, status: 500 },
        { ...out, id: '4', name: 'phone', ok: true },
        { ...out, id: '3', name: 'chat', ok: false, status: 500 },
        { ...out, id: '2', name: 'chat', ok: true },
        { ...out, id: '1', name: 'phone', ok: false },
      ),
      ...of('films', { ...out, direction: 'in' as const, id: '6', name: 'films', ok: false }),
    ]);
    expect(webhooks.evaluate({ deliveries }, at())).to.deep.equal([
      {
        type: 'webhook',
        severity: 'warn',
        text: '2 webhooks to chat failed in the last 24 hours, the last with status 500',
        about: 'out chat',
      },
      {
        type: 'webhook',
        severity: 'warn',
        text: '1 webhook from films failed in the last 24 hours',
        about: 'in films',
        source: 'films',
      },
    ]);
  });

  describe('tells of backups', () => {
    const row = { configured: true, ok: true, kind: 'local' as const };
    const cases: readonly (readonly [what: string, row: object, texts: readonly string[]])[] = [
      ['not when they are off', { configured: false, enabledAt: '2026-01-01T00:00:00.000Z' }, []],
      ['not when the last is 7 days old', { at: '2026-08-15T09:10:00.000Z' }, []],
      ['when it is older', { at: '2026-08-14T09:09:00.000Z' }, ['The last backup was made 8 d ago']],
      ['not when they were just switched on', { enabledAt: '2026-08-20T00:00:00.000Z' }, []],
      [
        'when none was made for 7 days',
        { enabledAt: '2026-08-10T00:00:00.000Z' },
        ['No backup has been made since backups were turned on'],
      ],
      ['when the last failed', { ok: false, at: NOW }, ['The last backup failed']],
    ];
    for (const [what, over, texts] of cases) {
      it(what, () => {
        const items = backup.evaluate({ backup: rows(of('core', { ...row, ...over })) }, at());
        expect(items.map((item) => item.text)).to.deep.equal(texts);
      });
    }

    it('not when nothing is known', () => {
      expect(backup.evaluate({ backup: rows<never>([]) }, at())).to.deep.equal([]);
    });
  });

  it('tells of notices', () => {
    const notice = { id: '1', type: 'contribution', severity: 'warn' as const, text: 'refused' };
    const answers = { notices: rows([...of('films', notice), ...of('core', notice)]) };
    expect(notices.evaluate(answers, at())).to.deep.equal([
      { type: 'contribution', severity: 'warn', text: 'refused', about: '1', source: 'films' },
      { type: 'contribution', severity: 'warn', text: 'refused', about: '1' },
    ]);
  });
});
