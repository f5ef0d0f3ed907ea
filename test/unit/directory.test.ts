/** Who is behind an account. */
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';

const user = (source: string, id: string, name: string) => ({ source, id, name });

describe('people', () => {
  it('have one id and one name, whichever of their accounts a row names', () => {
    const people = directoryOf(
      [
        {
          name: 'Ada',
          accounts: [
            { source: 'home', name: 'ADA' },
            { source: 'away', name: 'u7' },
            { source: 'asks', name: 'ada.l' },
          ],
        },
      ],
      [user('home', 'u1', 'ada'), user('away', 'u7', 'lovelace')],
    );
    const ada = { id: 'Ada', name: 'Ada' };
    expect(people.of({ source: 'home', userId: 'u1', name: 'an old name' })).to.deep.equal(ada);
    expect(people.of({ source: 'home', name: 'ada' })).to.deep.equal(ada);
    expect(people.of({ source: 'away', userId: 'u7' })).to.deep.equal(ada);
    expect(people.of({ source: 'away', name: 'Lovelace' })).to.deep.equal(ada);
    expect(people.of({ source: 'asks', name: 'ada.l' })).to.deep.equal(ada);
    expect(people.of({ source: 'away', name: 'ada' })).to.deep.equal({ id: 'away:ada', name: 'ada' });
  });

  it('whom the config does not name are their accounts, under the name of today', () => {
    const people = directoryOf([], [user('home', 'u1', 'Grace')]);
    expect(people.of({ source: 'home', userId: 'u1', name: 'grace h.' })).to.deep.equal({
      id: 'home:u1',
      name: 'Grace',
    });
    expect(people.of({ source: 'home', name: 'grace' })).to.deep.equal({ id: 'home:u1', name: 'Grace' });
    expect(people.of({ source: 'home', userId: 'u2', name: 'Gone' })).to.deep.equal({ id: 'home:u2', name: 'Gone' });
    expect(people.of({ source: 'away', userId: 'u1', name: 'Other' })).to.deep.equal({ id: 'away:u1', name: 'Other' });
    expect(people.of({ source: 'home' })).to.deep.equal({ id: 'home:', name: '' });
  });

  it('are not confused when somebody takes a name that another had', () => {
    const named = [{ name: 'Ada', accounts: [{ source: 'home', name: 'ada' }] }];
    const people = directoryOf(named, [user('home', 'u1', 'countess'), user('home', 'u2', 'ada')]);
    expect(people.of({ source: 'home', userId: 'u1', name: 'ada' }).name).to.equal('countess');
    expect(people.of({ source: 'home', userId: 'u2', name: 'ada' }).name).to.equal('Ada');
  });
});
