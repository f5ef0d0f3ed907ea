import { expect } from 'chai';
import { withoutQueries } from '../src/index.js';

describe('withoutQueries', () => {
  it('cuts what follows ? or & in an address', () => {
    const told = 'Fetch https://indexer.test/api?t=get&id=1&apikey=k1 or http://indexer.test/nzb/1.nzb&i=2&r=k2 now';
    expect(withoutQueries(told)).to.equal('Fetch https://indexer.test/api or http://indexer.test/nzb/1.nzb now');
  });

  it('leaves other texts alone', () => {
    const told = 'Aborted, cannot be completed - https://sabnzbd.org/not-complete (a & b?)';
    expect(withoutQueries(told)).to.equal(told);
  });
});
