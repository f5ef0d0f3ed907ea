/** Which keys were written, told without keeping them. */
import { expect } from 'chai';
import { SeenKeys } from '#core/cache/seen-keys.js';

describe('keys that were seen', () => {
  const MANY = 200_000;
  const seen = new SeenKeys();
  before(() => {
    for (let i = 0; i < MANY; i++) seen.add('one', `key-${i}`);
  });

  it('are all known', () => {
    for (let i = 0; i < MANY; i++) if (!seen.has('one', `key-${i}`)) expect.fail(`key-${i} is not known`);
  });

  it('are not mistaken for others, nor for the same of another source', () => {
    let mistaken = 0;
    for (let i = 0; i < MANY; i++) {
      mistaken += Number(seen.has('one', `key-${MANY + i}`)) + Number(seen.has('two', `key-${i}`));
    }
    // The keys are always the same, and so is what comes out.
    expect(mistaken).to.equal(0);
  });

  it('may be noted again', () => {
    for (let i = 0; i < MANY; i++) seen.add('one', 'key-1');
    expect(seen.has('one', 'key-1')).to.equal(true);
    expect(seen.has('one', 'key-x')).to.equal(false);
  });
});
