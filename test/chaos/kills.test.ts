import { expect } from 'chai';
import { ALL_ROUNDS, strikeAgainAndAgain } from './kills.js';
import { hasCost, tableOf } from './table.js';

describe('a daemon that is struck at random moments', () => {
  it('loses no play, doubles none, and counts as a recount does', async () => {
    const tallies = await strikeAgainAndAgain(ALL_ROUNDS, 20_261_120);
    process.stdout.write(`${tableOf(tallies)}\n`);
    expect(tallies.filter(hasCost)).to.deep.equal([]);
  });
});
