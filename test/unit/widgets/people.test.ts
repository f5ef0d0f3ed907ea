/** What a render makes of who somebody is stays true when a user or the config changes. */
import { mediaUsers } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { counter, makeScene, makeSource, type Scene } from './scene.js';

const user = (id: string, name: string) => ({ id, name, admin: false });

describe('who somebody is', () => {
  let scene: Scene;
  let renders: number;

  beforeEach(async () => {
    renders = 0;
    scene = await makeScene([makeSource('home')]);
    await scene.cache.declare(mediaUsers);
    const named = counter('named', {}, (_, { people }) => {
      renders += 1;
      return people.of({ source: 'home', userId: 'u1', name: '?' }).name.length;
    });
    const plain = counter('plain', {}, () => {
      renders += 1;
      return 1;
    });
    scene.registry.add('core', { widgets: [named, plain] });
  });

  const lengthOf = async (): Promise<unknown> => (await scene.parsed('named'))['n'];

  it('is asked of the users of today, and asked anew when they have changed', async () => {
    expect(await lengthOf()).to.equal(1);
    await scene.sync('home', mediaUsers, [user('u1', 'ada')]);
    expect(await lengthOf()).to.equal(3);
    await scene.sync('home', mediaUsers, [user('u1', 'countess')]);
    expect(await lengthOf()).to.equal(8);
  });

  it('costs a widget that does not ask nothing', async () => {
    await scene.parsed('plain');
    await scene.sync('home', mediaUsers, [user('u1', 'ada')]);
    await scene.parsed('plain');
    expect(renders).to.equal(1);
  });

  it('follows the config', async () => {
    await scene.sync('home', mediaUsers, [user('u1', 'ada')]);
    expect(await lengthOf()).to.equal(3);
    const people = [{ name: 'Ada Lovelace', accounts: [{ source: 'home', name: 'ada' }] }];
    scene.snapshots.apply({ zone: 'UTC', digest: { off: [] }, people });
    expect(await lengthOf()).to.equal(12);
  });
});
