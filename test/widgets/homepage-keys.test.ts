/** Numbers of the homepage that come from the last look, not from asking. */
import type { mediaLibraries, mediaSessions, requestItems, serverDisks } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { summary as disks } from '#widgets/libraries.js';
import { summary as playing } from '#widgets/nowplaying.js';
import { summary as requests } from '#widgets/requests.js';
import type { RowOf } from '#widgets/shared/rows.js';
import { at, rows } from '../support/answers.js';

const of = <T>(fields: Partial<T>): T => fields as T;

describe('the keys of the homepage', () => {
  it('count the streams, and those that are transcoded', () => {
    const session = (method: 'direct' | 'transcode') => of<RowOf<typeof mediaSessions>>({ source: 'media', method });
    const sessions = rows([session('direct'), session('transcode'), session('transcode')]);
    expect(playing.render({ sessions }, at())).to.deep.equal({ playing: 3, transcoding: 2 });
  });

  it('count the requests that wait', () => {
    const request = (status: 'pending' | 'approved') => of<RowOf<typeof requestItems>>({ source: 'wishes', status });
    const all = rows([request('pending'), request('approved')]);
    expect(requests.render({ requests: all }, at())).to.deep.equal({ requestsPending: 1 });
  });

  it('say what room is left where the libraries are, and nothing where nobody tells', () => {
    const libraries = rows([of<RowOf<typeof mediaLibraries>>({ source: 'media', locations: ['/films'] })]);
    const disk = (path: string) =>
      of<RowOf<typeof serverDisks>>({ source: 'media', path, freeBytes: 2_000_000_000, totalBytes: 9_000_000_000 });
    expect(disks.render({ libraries, disks: rows([disk('/films')]) }, at())).to.deep.equal({
      diskFreeBytes: 2_000_000_000,
      diskFree: '2 GB',
    });
    for (const told of [rows<RowOf<typeof serverDisks>>([]), rows([disk('/other')])]) {
      expect(disks.render({ libraries, disks: told }, at())).to.deep.equal({
        diskFreeBytes: null,
        diskFree: '–',
      });
    }
  });
});
