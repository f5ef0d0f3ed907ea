import { expect } from 'chai';
import { killAgainAndAgain } from './kills.js';

describe('a daemon that is killed at random moments', () => {
  it('loses no play, doubles none, and counts as a recount does', async () => {
    const tallies = await killAgainAndAgain(8, 20_261_120);
    for (const { moment, kills, lost, doubled, miscounted } of tallies) {
      expect({ moment, kills, lost, doubled, miscounted }).to.deep.equal({
        ...{ moment, kills: 2, lost: 0, doubled: 0, miscounted: 0 },
      });
    }
  });
});
