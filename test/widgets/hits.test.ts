import { expect } from 'chai';
import { hitFinder } from '#widgets/shared/hits.js';
import { releaseKey } from '#widgets/shared/release-name.js';
import { widget as stitched } from '#widgets/stitched.js';
import { of, render, rows } from '../support/answers.js';

const NAME = 'The.General.1926.1080p.WEB-DL.DDP5.1.H.264-HARBOR';
const HIT = { name: NAME, filter: 'Films', indexer: 'Reels', status: 'approved' as const };
const DOWNLOAD = {
  ...{ source: 'torrents', id: 'a', downloadKey: 'A', name: NAME, state: 'downloading' as const },
  ...{ sizeBytes: 2, leftBytes: 1, downBps: 1, upBps: 0, addedAt: '2026-08-22T08:00:00.000Z' },
};
const hit = (id: string, at: string, over: object = {}) => ({ ...HIT, source: 'bot', id, at, ...over });

describe('the announcement that a download came of', () => {
  const before = hit('1', '2026-08-22T07:59:58.000Z');

  it('is found by the name of the release, however it is written', () => {
    for (const name of [NAME, `${NAME}.mkv`, `${NAME}.torrent`, NAME.replaceAll('.', ' '), NAME.toLowerCase()])
      expect(hitFinder([before])({ ...DOWNLOAD, name })?.id, name).to.equal('1');
    for (const name of ['The.General.1926', 'The.General.1926.2160p.WEB-DL.DDP5.1.H.264-HARBOR', ''])
      expect(hitFinder([before])({ ...DOWNLOAD, name }), name).to.equal(undefined);
    expect(releaseKey('A.Name.v2.0')).to.equal('a name v2 0');
  });

  it('is not later than the download, but for what clocks differ', () => {
    const later = hit('2', '2026-08-22T08:00:30.000Z');
    const tooLate = hit('3', '2026-08-22T08:05:00.000Z');
    expect(hitFinder([tooLate])(DOWNLOAD)).to.equal(undefined);
    expect(hitFinder([tooLate, later])(DOWNLOAD)?.id).to.equal('2');
    expect(hitFinder([tooLate])({ ...DOWNLOAD, addedAt: undefined as never })?.id).to.equal('3');
  });

  it('of several is the newest that was handed on', () => {
    const older = hit('0', '2026-08-01T08:00:00.000Z');
    const failed = hit('2', '2026-08-22T08:00:00.000Z', { status: 'error' });
    expect(hitFinder([failed, before, older])(DOWNLOAD)?.id).to.equal('1');
    expect(hitFinder([failed])(DOWNLOAD)?.id).to.equal('2');
  });

  it('is none of what seeds a release that is there already', () => {
    for (const marks of [
      { tags: ['mine', 'cross-seed'] },
      { category: 'films.cross-seed' },
      { category: 'cross-seed' },
    ])
      expect(hitFinder([before])({ ...DOWNLOAD, ...marks }), JSON.stringify(marks)).to.equal(undefined);
    expect(hitFinder([before])({ ...DOWNLOAD, tags: ['cross'], category: 'films' })?.id).to.equal('1');
  });

  it('is told with the download', () => {
    const none = rows<never>([]);
    const answers = { queue: rows([DOWNLOAD]), releases: none, grabs: none, requests: none };
    const [row] = render(stitched, { ...answers, hits: rows(of('bot', { ...HIT, id: '1', at: before.at })) }).items;
    expect(row?.hit).to.deep.equal({ ...HIT, id: 'bot:1', at: before.at });
    expect(render(stitched, { ...answers, hits: none }).items[0]?.hit).to.equal(null);
  });
});
