import { expect } from 'chai';
import { rule as disks } from '#widgets/digest/disks.js';
import { rule as imports } from '#widgets/digest/imports.js';
import { rule as integrations } from '#widgets/digest/integrations.js';
import { at, NOW, of, rows } from '../support/answers.js';
import * as world from '../support/world.js';

const up = { type: 'Films', ok: true, refused: false, message: '', checkedAt: NOW };
const down = { ...up, ok: false, message: 'connection refused' };

describe('the digest of what managers and integrations say', () => {
  it('tells of imports that are blocked', () => {
    const items = imports.evaluate({ queue: rows(world.releases), downloads: rows([]) }, at());
    expect(items.map((item) => [item.source, item.text])).to.deep.equal([
      ['films', 'Charade was not imported: nothing is eligible for import'],
      ['series', 'Signal Ridge was not imported: it needs a manual decision'],
      ['series', 'Paper Lanterns has failed'],
    ]);
  });

  it('tells blocked imports apart: by the episode, the release, the manager', () => {
    const ridge = world.releases.find(({ title }) => title === 'Signal Ridge');
    if (ridge === undefined) throw new Error('the world has changed');
    const blocked = (id: string, release: string, source = 'series') => ({
      ...ridge,
      id,
      downloadKey: id,
      release,
      source,
    });
    const told = (...queue: readonly (typeof ridge)[]) =>
      imports.evaluate({ queue: rows(queue), downloads: rows([]) }, at()).map(({ text }) => text.split(' was not')[0]);
    expect(
      told(
        blocked('1', 'Signal.Ridge.S02E01.1080p-X'),
        blocked('2', 'Signal.Ridge.S02E05E06.1080p-X'),
        blocked('3', 'Signal.Ridge.2026.11.18.1080p-X'),
        blocked('4', 'Signal.Ridge.S02.1080p-X'),
      ),
    ).to.deep.equal(['Signal Ridge S02E01', 'Signal Ridge S02E05E06', 'Signal Ridge 2026-11-18', 'Signal Ridge S02']);
    expect(told(blocked('1', 'Signal.Ridge.S02E01.720p-X'), blocked('2', 'Signal.Ridge.S02E01.1080p-X'))).to.deep.equal(
      ['Signal.Ridge.S02E01.720p-X', 'Signal.Ridge.S02E01.1080p-X'],
    );
    const same = 'Signal.Ridge.S02E01.1080p-X';
    expect(told(blocked('1', same), blocked('2', same, 'series-4k'))).to.deep.equal([
      `${same} (series)`,
      `${same} (series-4k)`,
    ]);
  });

  it('says of an import that its client is out of sight, and what a manager alone sees fail', () => {
    const [release] = world.releases;
    if (release === undefined) throw new Error('the world is empty');
    const queue = rows([
      { ...release, id: '1', state: 'blocked' as const, message: 'no video', stale: true },
      { ...release, id: '2', downloadKey: 'F', title: 'Sintel', state: 'failed' as const, message: 'password' },
    ]);
    const items = imports.evaluate({ queue, downloads: rows(world.downloads) }, at());
    expect(items.map(({ severity, text }) => [severity, text])).to.deep.equal([
      ['warn', `${release.title} was not imported: no video (last known state: its download client is unreachable)`],
      ['error', 'Sintel has failed: password'],
    ]);
    const known = world.downloads.map((download) => ({ ...download, downloadKey: 'f' }));
    expect(imports.evaluate({ queue, downloads: rows(known) }, at())).to.have.lengthOf(1);
  });

  it('tells of a download that makes no progress as its manager sees it, unless its client tells more', () => {
    const [release] = world.releases;
    if (release === undefined) throw new Error('the world is empty');
    const stuck = { ...release, state: 'downloading' as const, downloadKey: 'ABC', warnings: ['no connections'] };
    const [download] = world.downloads;
    if (download === undefined) throw new Error('the world is empty');
    const told = (downloads: readonly (typeof download)[]) =>
      imports.evaluate({ queue: rows([stuck]), downloads: rows(downloads) }, at());
    expect(told([])).to.deep.equal([
      {
        type: 'download',
        severity: 'warn',
        text: `${stuck.title} makes no progress: no connections`,
        about: stuck.id,
        source: stuck.source,
      },
    ]);
    expect(told([{ ...download, downloadKey: 'abc' }])).to.deep.equal([]);
  });

  it('tells of integrations that are down or refused, and of what they watch over', () => {
    const { checkedAt: _, ...unasked } = down;
    const health = rows([
      ...of('a', { ...up, id: 'a', name: 'A' }),
      ...of('b', { ...unasked, id: 'b', name: 'B' }),
      ...of('c', { ...down, id: 'c', name: 'C' }, { ...down, id: '7', name: 'An indexer', message: 'limit reached' }),
      ...of('d', { ...down, id: 'd', name: 'D', refused: true, message: 'wrong key' }),
    ]);
    expect(integrations.evaluate({ health }, at())).to.deep.equal([
      {
        type: 'integration',
        severity: 'error',
        text: 'C does not answer: connection refused',
        about: 'c',
        source: 'c',
      },
      {
        type: 'integration',
        severity: 'error',
        text: 'D rejects the credentials in the config: wrong key',
        about: 'd',
        source: 'd',
      },
      { type: 'warning', severity: 'warn', text: 'An indexer: limit reached', about: '7', source: 'c' },
    ]);
  });

  it('names the integration where two bear one name', () => {
    const radarr = { ...down, name: 'Radarr' };
    const health = rows([
      ...of('radarr', { ...radarr, id: 'radarr' }),
      ...of('radarr-4k', { ...up, id: 'radarr-4k', name: 'Radarr' }),
      ...of('sonarr', { ...down, id: 'sonarr', name: 'Sonarr' }),
    ]);
    expect(integrations.evaluate({ health }, at()).map(({ text }) => text)).to.deep.equal([
      'Radarr (radarr) does not answer: connection refused',
      'Sonarr does not answer: connection refused',
    ]);
  });

  it('tells of one indexer once, whoever sees it fail, with the severity that the programs gave', () => {
    const seen = { ...down, name: 'Public Reels', type: 'Indexer', about: 'indexer public reels', message: 'fails' };
    const alike = { ...down, type: 'Root Folder', message: 'a folder is missing', severity: 'error' as const };
    const health = rows([
      ...of('series', { ...seen, id: 'i-1', name: 'Public Reels (Prowlarr)' }, { ...alike, id: 'r', name: 'series' }),
      ...of('films', { ...seen, id: 'i-1' }, { ...alike, id: 'r', name: 'films' }),
      ...of('indexers', { ...seen, id: 'indexer-1', message: 'fails, until noon', failingSince: NOW }),
      ...of('music', { ...alike, id: 'r', name: 'music', severity: 'warn' as const, message: 'another folder' }),
    ]);
    expect(integrations.evaluate({ health }, at())).to.deep.equal([
      {
        type: 'warning',
        severity: 'warn',
        text: 'Public Reels: fails, until noon (series, films, indexers)',
        about: 'indexer-1',
        source: 'indexers',
      },
      { type: 'warning', severity: 'error', text: 'series, films: a folder is missing', about: 'r', source: 'series' },
      { type: 'warning', severity: 'warn', text: 'music: another folder', about: 'r', source: 'music' },
    ]);
  });

  it('tells of disks that are nearly full, of one that two services see once', () => {
    const disk = { totalBytes: 1_000_000_000_000 };
    const answers = {
      disks: rows([
        ...of(
          'films',
          { ...disk, path: '/media', freeBytes: 40_000_000_000 },
          { ...disk, path: '/', label: 'System', freeBytes: 1_000_000_000 },
          { ...disk, path: '/spare', freeBytes: 50_000_000_000 },
          { path: '/unknown', freeBytes: 0, totalBytes: 0 },
        ),
        ...of('series', { ...disk, path: '/media', freeBytes: 41_000_000_000 }),
      ]),
    };
    expect(disks.evaluate(answers, at())).to.have.deep.members([
      { type: 'disk', severity: 'warn', text: '/media has 40 GB left of 1 TB', about: '/media', source: 'films' },
      { type: 'disk', severity: 'error', text: 'System has 1 GB left of 1 TB', about: 'System', source: 'films' },
    ]);
  });

  it('tells of a disk that is mounted at two places once, and of two disks of one size twice', () => {
    const disk = { totalBytes: 270_553_174_016, freeBytes: 760_890_572 };
    const told = (...items: Parameters<typeof disks.evaluate>[0]['disks']['items']) =>
      disks.evaluate({ disks: rows(items) }, at()).map(({ text, source }) => [source, text.split(' has')[0]]);
    const mounts = [
      { ...disk, path: '/' },
      { ...disk, path: '/media/music' },
    ];
    expect(told(...of('music', ...mounts), ...of('films', { ...disk, path: '/movies' }))).to.deep.equal([
      ['films', '/movies'],
    ]);
    const labelled = [
      { ...disk, path: '/a', label: 'One' },
      { ...disk, path: '/b', label: 'Two' },
    ];
    expect(told(...of('films', ...labelled))).to.have.lengthOf(2);
    expect(told(...of('films', { ...disk, path: '/a' }, { ...disk, freeBytes: 1, path: '/b' }))).to.have.lengthOf(2);
  });
});
