import type { downloadClient } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as downloads, summary } from '#widgets/downloads.js';
import type { RowOf } from '#widgets/shared/rows.js';
import { widget as stalled } from '#widgets/stalled.js';
import { at, of, render, rows } from '../support/answers.js';
import * as world from '../support/world.js';

const NONE = { clients: rows([]), releases: rows([]) };
const [sample] = world.downloads;
if (sample === undefined) throw new Error('the world is empty');
const queueOf = (...overs: Partial<typeof sample>[]) => ({
  queue: rows(overs.map((over, n) => ({ ...sample, id: `${n}`, ...over }))),
  ...NONE,
});
const household = { queue: rows(world.downloads), ...NONE };

describe('downloads', () => {
  it('counts everything, and lists what is not complete: moving, stuck, waiting', () => {
    const payload = render(downloads, household);
    expect(payload).to.include({ active: 5, stalled: 2, total: 7, downBps: 3_528_000, upBps: 170_000 });
    expect(payload).to.include({ down: '3.53 MB/s', up: '170 kB/s' });
    expect(payload.items.map((item) => [item.name.slice(0, 6), item.label, item.client])).to.deep.equal([
      ['Exampl', '75 % · 1 MB/s', 'torrents'],
      ['Night.', '62 % · 2.53 MB/s · 21 min left', 'torrents'],
      ['Paper.', 'failed', 'usenet'],
      ['Sintel', 'stalled', 'torrents'],
      ['Tears.', 'paused', 'usenet'],
    ]);
  });

  it('gives a row everything that actions and tables need', () => {
    const row = render(downloads, household).items.find((item) => item.id === 'torrents:a1b2');
    expect(row).to.deep.equal({
      id: 'torrents:a1b2',
      name: 'Night.of.the.Living.Dead.1968.1080p.BluRay.x264-EXAMPLE',
      state: 'downloading',
      progress: 62,
      stalled: false,
      sizeBytes: 8_589_934_592,
      size: '8.59 GB',
      leftBytes: 3_221_225_472,
      downBps: 2_528_000,
      etaSeconds: 1274,
      client: 'torrents',
      category: '',
      addedAt: null,
      ratio: null,
      availability: null,
      stalledSince: null,
      eta: '21 min left',
      tone: 'good',
      label: '62 % · 2.53 MB/s · 21 min left',
    });
  });

  it('tells of each client as a whole what it knows', () => {
    const clients = rows<RowOf<typeof downloadClient>>([
      ...of('torrents', { version: '5.3.0', paused: true, downLimitBps: 0, freeBytes: 62_193_881_088 }),
      ...of('usenet', { freeBytes: 1000 }),
      ...of('bare', {}),
    ]);
    const payload = render(downloads, { ...household, clients });
    expect(
      payload.clients.map(({ client, paused, downLimitBps, free, label }) => [
        client,
        paused,
        downLimitBps,
        free,
        label,
      ]),
    ).to.deep.equal([
      ['torrents', true, 0, '62.2 GB', 'paused'],
      ['usenet', null, null, '1 kB', '1 kB'],
      ['bare', null, null, '', '–'],
    ]);
  });

  it('tells apart what loads, waits, is paused and has failed', () => {
    const states = ['downloading', 'downloading', 'queued', 'paused', 'failed', 'stalled', 'checking'] as const;
    const payload = render(downloads, queueOf(...states.map((state) => ({ state }))));
    expect(payload).to.include({ downloading: 2, queued: 1, paused: 1, failed: 1, stalled: 2, active: 7 });
  });

  it('says where the least is free, and which limits hold', () => {
    const clients = rows<RowOf<typeof downloadClient>>([
      ...of('torrents', { freeBytes: 62_193_881_088, downLimitBps: 5_000_000, upLimitBps: 1_000_000 }),
      ...of('usenet', { freeBytes: 1000, downLimitBps: 0, upLimitBps: 250_000 }),
      ...of('bare', {}),
    ]);
    const payload = render(downloads, { ...household, clients });
    expect(payload).to.include({ freeBytes: 1000, free: '1 kB' });
    expect(payload.clients.map(({ limits }) => limits)).to.deep.equal(['down 5 MB/s, up 1 MB/s', 'up 250 kB/s', '']);
    expect(render(downloads, household)).to.include({ freeBytes: null, free: '' });
  });

  it('caps the list, never the counts', () => {
    const payload = render(downloads, household, at({ limit: 2 }));
    expect(payload.items).to.have.length(2);
    expect(payload.active).to.equal(5);
  });

  const progress: readonly (readonly [what: string, over: Partial<typeof sample>, progress: number])[] = [
    ['99.6 % is not complete', { sizeBytes: 1000, leftBytes: 4 }, 99],
    ['the size is not known yet', { sizeBytes: 0, leftBytes: 0 }, 0],
    ['more is left than there is', { sizeBytes: 10, leftBytes: 20 }, 0],
    ['the last check runs', { state: 'checking', sizeBytes: 10, leftBytes: 0 }, 100],
  ];
  for (const [what, over, expected] of progress) {
    it(`shows ${expected} % when ${what}`, () => {
      expect(render(downloads, queueOf(over)).items[0]?.progress).to.equal(expected);
    });
  }

  it('does not count a seed that is checked or moved as active', () => {
    expect(render(downloads, queueOf({ state: 'completed', leftBytes: 0 }))).to.include({ active: 0, total: 1 });
  });

  it('does not count a paused or queued item as stalled, nor a seeding one as active', () => {
    const payload = render(downloads, queueOf({ state: 'paused' }, { state: 'queued' }, { state: 'seeding' }));
    expect(payload).to.include({ active: 2, stalled: 0, total: 3 });
  });

  it('has the same numbers on the homepage', () => {
    expect(summary.render(household, at())).to.deep.equal({
      downloads: 5,
      downloadTotal: 7,
      stalled: 2,
      downBps: 3_528_000,
    });
  });
});

describe('stalled', () => {
  it('lists the failed ones first, each with a reason', () => {
    const payload = render(stalled, household);
    expect(payload.stalled).to.equal(2);
    expect(payload.items).to.deep.equal([
      {
        id: `usenet:${world.KEYS.lanterns}`,
        name: 'Paper.Lanterns.S01E03.1080p.WEB-DL-EXAMPLE',
        state: 'failed',
        progress: 100,
        reason: 'unpacking failed: CRC error',
        client: 'usenet',
        stalledSince: null,
        tone: 'bad',
        label: 'failed',
      },
      {
        id: 'torrents:b2c3',
        name: 'Sintel.2010.2160p.WEB-DL.x265-EXAMPLE',
        state: 'stalled',
        progress: 25,
        reason: 'no connections',
        client: 'torrents',
        stalledSince: null,
        tone: 'attention',
        label: 'stalled',
      },
    ]);
  });

  it('lists beside them what only a release manager sees', () => {
    const [release] = world.releases;
    if (release === undefined) throw new Error('the world is empty');
    const stuck = { ...release, downloadKey: 'nowhere-else', warnings: ['no connections'], quality: 'WEBDL-1080p' };
    const told = rows([stuck, { ...stuck, id: 'well', downloadKey: 'another', warnings: [] }]);
    const { releases } = render(stalled, { ...household, releases: told });
    expect(releases.map(({ title, service, reason, quality }) => [title, service, reason, quality])).to.deep.equal([
      [stuck.title, stuck.source, 'no connections', 'WEBDL-1080p'],
    ]);
  });

  it('is of use to a household with managers only', () => {
    const [release] = world.releases;
    if (release === undefined) throw new Error('the world is empty');
    const of = (id: string, over: Partial<typeof release>) => ({ ...release, id, downloadKey: id, ...over });
    const releases = rows([
      of('1', { state: 'blocked', message: 'no video', stale: true }),
      of('2', { state: 'failed', message: 'a password', release: 'Metropolis.1927-X' }),
      of('3', { warnings: ['no connections'], sizeBytes: 100, leftBytes: 75 }),
      of('4', {}),
    ]);
    const payload = render(stalled, { queue: rows([]), releases });
    expect(payload).to.include({ stalled: 2, failed: 1, blocked: 1 });
    expect(
      payload.items.map(({ id, name, state, progress, reason }) => [id, name, state, progress, reason]),
    ).to.deep.equal([
      ['films:2', 'Metropolis.1927-X', 'failed', 0, 'a password'],
      ['films:3', release.title, 'stalled', 25, 'no connections'],
    ]);
    expect(stalled.tile?.list?.items, 'its tile lists what is blocked, too').to.equal('all');
    expect(payload.all.map(({ id, state, reason, label }) => [id, state, reason, label])).to.deep.equal([
      ['films:1', 'blocked', 'no video', 'not imported'],
      ['films:2', 'failed', 'a password', 'failed'],
      ['films:3', 'stalled', 'no connections', 'stalled'],
    ]);
    expect(payload.releases.map(({ id, state, reason, stale }) => [id, state, reason, stale])).to.deep.equal([
      ['films:1', 'blocked', 'no video', true],
      ['films:2', 'failed', 'a password', false],
      ['films:3', 'downloading', 'no connections', false],
    ]);
  });

  it('has a reason even when the client gives none', () => {
    const { items } = render(stalled, queueOf({ state: 'stalled' }, { state: 'failed' }));
    expect(items.map((item) => item.reason)).to.deep.equal(['the client gives no reason', 'makes no progress']);
  });
});
