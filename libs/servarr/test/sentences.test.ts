import { expect } from 'chai';
import { aboutIndexer, healthRows, sentencesOf, withoutFolders } from '../src/index.js';

describe('servarr: sentences', () => {
  const cut: readonly (readonly [said: string, shown: string, known?: string])[] = [
    ['no files in /downloads/shows/Example.S01E01', 'no files in Example.S01E01'],
    ['moved from /a/b.mkv to /c/d e.mkv', 'moved from b.mkv to d e.mkv'],
    ['gone: /data/tv/Some Show (2020)/a b.mkv. Check the rights', 'gone: a b.mkv. Check the rights'],
    [String.raw`C:\Users\ada\My Films\x y.mkv is no video`, 'x y.mkv is no video'],
    [String.raw`\\nas\share\films\a.mkv was refused`, 'a.mkv was refused'],
    ['similar to [/downloads/Harbour - Relay (2021) [MP3 320]]', 'similar to [Harbour - Relay (2021) [MP3 320]]'],
    ['no video in /downloads/Mr. X [1080p]', 'no video in Mr. X [1080p]', '/downloads/Mr. X [1080p]'],
    ['no video: /downloads/Mr. X/a.mkv', 'no video: a.mkv', '/downloads/Mr. X'],
    ['and/or 1/2, N/A, https://wiki.example/a/b', 'and/or 1/2, N/A, https://wiki.example/a/b'],
    ['free space on / and /: too little', 'free space on / and /: too little'],
  ];
  for (const [said, shown, known] of cut) {
    it(`show "${shown}"`, () => expect(withoutFolders(said, known)).to.equal(shown));
  }

  it('count an entry without messages by its title, unless that is the release’s name', () => {
    const statusMessages = [
      { title: 'Some tracks are missing', messages: [] },
      { title: '01.flac', messages: ['exists already'] },
      { title: '02.flac', messages: ['exists already'] },
      { title: 'Release', messages: [] },
    ];
    expect(sentencesOf({ title: 'Release', statusMessages })).to.deep.equal([
      'Some tracks are missing',
      'exists already',
    ]);
  });
});

describe('servarr: checks that name indexers', () => {
  const watcher = { id: 'prowlarr', now: new Date('2026-11-22T05:20:00.000Z') };
  const check = (message: string) => [{ source: 'IndexerStatusCheck', type: 'warning', message }];
  const names = (message: string, told: readonly string[] = []) =>
    healthRows(check(message), watcher, told).map(({ name, about }) => [name, about]);

  it('are a row for each that has none, also where a name holds a comma', () => {
    expect(names('Unavailable: Reels (Prowlarr), Vault')).to.deep.equal([
      ['Reels (Prowlarr)', 'indexer reels'],
      ['Vault', 'indexer vault'],
    ]);
    expect(names('Unavailable: One, Two, Vault', ['One, Two'])).to.deep.equal([['Vault', 'indexer vault']]);
    expect(names('Unavailable: Vault', ['Vault'])).to.deep.equal([]);
    expect(aboutIndexer('Reels (Prowlarr)')).to.equal(aboutIndexer('reels'));
  });

  it('stay as they are where they name none', () => {
    expect(names('All indexers are unavailable')).to.deep.equal([['prowlarr', undefined]]);
  });
});
