import { type Identity, isSameWork, joinOf, readRef, refTo } from '@sidelight/plugin-api';
import { expect } from 'chai';

describe('a reference', () => {
  it('reads as it was written', () => {
    for (const id of ['7', 'a:b', ':7', '', 'plex://movie/5', 'imdb:tt1']) {
      expect(readRef(refTo(id)), id).to.deep.equal({ id });
      expect(readRef(refTo(id, 'attic')), id).to.deep.equal({ id, server: 'attic' });
    }
  });

  it('may be a bare id, and begin with what is no integration’s name', () => {
    expect(readRef('7b0c4c5e')).to.deep.equal({ id: '7b0c4c5e' });
    expect(readRef('Attic:7')).to.deep.equal({ id: 'Attic:7' });
    expect(readRef('7:attic')).to.deep.equal({ id: '7:attic' });
  });
});

describe('the join', () => {
  const title: Identity = { type: 'movie', ref: 'attic:7', tmdb: '19', imdb: 'tt0017136' };
  const same = (other: Identity, of: Identity = title): boolean => {
    const found = isSameWork(of, other);
    expect(isSameWork(other, of)).to.equal(found);
    // The index finds what the comparison finds.
    expect(joinOf([other], (row) => row)(of)).to.deep.equal(found ? [other] : []);
    return found;
  };

  it('goes by the id alone where both name its integration', () => {
    expect(same({ type: 'movie', ref: 'attic:7' })).to.equal(true);
    expect(same({ ref: 'attic:7' })).to.equal(true);
    expect(same({ type: 'movie', ref: 'cellar:7', tmdb: '19' })).to.equal(false);
    expect(same({ type: 'movie', ref: 'attic:8', tmdb: '19' })).to.equal(false);
    expect(same({ type: 'movie', ref: 'attic:7', tmdb: '961' })).to.equal(true);
  });

  it('goes by public ids of the same kind of work where one of them names none', () => {
    expect(same({ type: 'movie', tmdb: '19' })).to.equal(true);
    expect(same({ type: 'movie', ref: '9', imdb: 'tt0017136' })).to.equal(true);
    expect(same({ type: 'movie', tmdb: '20', imdb: 'tt0017136' })).to.equal(true);
    expect(same({ type: 'show', tmdb: '19' })).to.equal(false);
    expect(same({ type: 'other', tmdb: '19' })).to.equal(false);
    expect(same({ tmdb: '19' })).to.equal(false);
    expect(same({ type: 'movie', tvdb: '19' })).to.equal(false);
    const show: Identity = { type: 'series', ref: 'attic:8', tvdb: '5' };
    for (const type of ['show', 'series', 'season', 'episode']) expect(same({ type, tvdb: '5' }, show)).to.equal(true);
    expect(same({ type: 'album', imdb: 'x' }, { type: 'music', imdb: 'x' })).to.equal(true);
  });

  it('goes by public ids within one server where the id there is not known', () => {
    expect(same({ type: 'movie', ref: 'attic:', tmdb: '19' })).to.equal(true);
    expect(same({ type: 'movie', ref: 'cellar:', tmdb: '19' })).to.equal(false);
    expect(same({ type: 'movie', ref: 'attic:', tmdb: '961' })).to.equal(false);
    expect(same({ type: 'movie', ref: 'attic:' }, { type: 'movie', ref: 'attic:', alone: true })).to.equal(false);
  });

  it('goes by a bare id while one source alone holds it, and nothing speaks against it', () => {
    const alone = { ...title, alone: true };
    expect(same({ type: 'movie', ref: '7' }, alone)).to.equal(true);
    expect(same({ ref: '7' }, alone)).to.equal(true);
    expect(same({ type: 'movie', ref: '7' })).to.equal(false);
    expect(same({ type: 'movie', ref: '8' }, alone)).to.equal(false);
    expect(same({ type: 'show', ref: '7' }, alone)).to.equal(false);
    expect(same({ type: 'movie', ref: '7', tmdb: '961' }, alone)).to.equal(false);
    expect(same({ type: 'movie' }, { type: 'movie' })).to.equal(false);
  });

  it('finds each row once, by whichever id', () => {
    const found = { type: 'movie', ref: 'attic:7', tmdb: '19', imdb: 'tt0017136' };
    expect(joinOf([found, { type: 'movie', tmdb: '20' }], (row) => row)(title)).to.deep.equal([found]);
  });
});
