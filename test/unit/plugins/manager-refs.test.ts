import { requestItems, subtitleWanted } from '@sidelight/plugin-api';
import { admit, refFieldsOf } from '@sidelight/plugin-api/host';
import { expect } from 'chai';

const task = { id: 'subtitle.wanted' };
const wanted = { id: '1', kind: 'movie' as const, title: 'Metropolis', languages: ['de'] };

describe('references to managers', () => {
  it('are never tied to the media server of the entry', () => {
    const rows = [
      { ...wanted, movieId: '7' },
      { ...wanted, movieId: 'films-4k:7' },
      { ...wanted, kind: 'episode' as const, seriesId: '3', episodeId: '31' },
    ];
    expect(admit(subtitleWanted, rows, task, 'living-room')).to.deep.equal(rows);
    expect(refFieldsOf(subtitleWanted)).to.deep.equal([]);
  });

  it('are left out where nothing is known, and written in one way where an id holds a colon', () => {
    expect(admit(subtitleWanted, [wanted], task, 'living-room')).to.deep.equal([wanted]);
    const [odd] = admit(subtitleWanted, [{ ...wanted, movieId: ':a:b' }], task, 'living-room');
    expect(odd).to.include({ movieId: ':a:b' });
  });

  it('leave the references to titles of a media server as they were', () => {
    const request = {
      ...{ id: '1', title: 'Metropolis', type: 'movie', status: 'pending', requestedBy: 'ada', is4k: false },
      mediaItemId: '7b0c',
    };
    const [row] = admit(requestItems, [request], { id: 'request.items' }, 'living-room');
    expect(row).to.include({ mediaItemId: 'living-room:7b0c' });
    expect(refFieldsOf(requestItems)).to.deep.equal(['mediaItemId']);
  });
});
