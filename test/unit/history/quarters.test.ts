import { expect } from 'chai';
import { addPlayed, quarterOf } from '#core/derivations/quarters.js';

const time = (clock: string): Date => new Date(`2026-10-25T${clock}Z`);
const told = (from: string, to: string, seconds: number) =>
  addPlayed([], time(from), time(to), seconds).map(({ at, seconds }) => [at.slice(11, 19), seconds]);

describe('quarters of an hour', () => {
  it('begin on the quarter', () => {
    expect(quarterOf(time('00:14:59.999'))).to.equal('2026-10-25T00:00:00.000Z');
    expect(quarterOf(time('00:15:00'))).to.equal('2026-10-25T00:15:00.000Z');
  });

  it('take what was played in each', () => {
    expect(told('00:14:30', '00:15:30', 60)).to.deep.equal([
      ['00:00:00', 30],
      ['00:15:00', 30],
    ]);
    expect(told('00:00:00', '00:15:00', 900)).to.deep.equal([['00:00:00', 900]]);
    expect(told('00:05:00', '00:06:00', 7)).to.deep.equal([['00:00:00', 7]]);
  });

  it('take an even share where less was played than time went by', () => {
    expect(told('00:00:00', '01:00:00', 40).map(([, seconds]) => seconds)).to.deep.equal([10, 10, 10, 10]);
    expect(told('00:00:00', '01:00:00', 3).map(([at]) => at)).to.deep.equal(['00:15:00', '00:30:00', '00:45:00']);
  });

  it('add up to what was played, whatever it is', () => {
    let quarters = addPlayed([], time('00:00:00'), time('00:00:00'), 0);
    let all = 0;
    for (let n = 1; n < 200; n++) {
      const from = new Date(time('00:00:00').getTime() + n * 7919);
      quarters = addPlayed(quarters, from, new Date(from.getTime() + n * 31_337), n % 13);
      all += n % 13;
      expect(quarters.reduce((sum, { seconds }) => sum + seconds, 0)).to.equal(all);
    }
    expect(quarters.map(({ at }) => at)).to.deep.equal(quarters.map(({ at }) => at).toSorted());
    expect(new Set(quarters.map(({ at }) => at)).size).to.equal(quarters.length);
  });

  it('take time that ends before it began at its end', () => {
    expect(told('00:20:00', '00:10:00', 5)).to.deep.equal([['00:00:00', 5]]);
  });
});
