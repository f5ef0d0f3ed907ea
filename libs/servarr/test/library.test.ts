import { fail } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { createLibrary, type Title } from '../src/index.js';

const title = (id: number): Title => ({
  id: String(id),
  title: `Title ${id}`,
  type: 'movie',
  hasFile: false,
  monitored: true,
});
const { signal } = new AbortController();

/** An upstream with these titles, and what it was asked for. */
function upstream(...ids: readonly number[]) {
  const asked: string[] = [];
  const has = new Set(ids);
  const library = createLibrary({
    async all() {
      asked.push('all');
      return [...has].map(title);
    },
    async one(id) {
      asked.push(`one ${id}`);
      if (!has.has(id)) throw fail('not_found', 'no such movie');
      return title(id);
    },
  });
  return { library, asked, has };
}

describe('servarr: library', () => {
  it('asks for one list, however many start at once', async () => {
    const { library, asked } = upstream(1, 2);
    const [all, found] = await Promise.all([
      library.load(signal),
      library.find([1], signal),
      library.find([2], signal),
    ]);
    expect(all).to.have.lengthOf(2);
    expect(found.get(1)?.title).to.equal('Title 1');
    expect(asked).to.deep.equal(['all']);
  });

  it('asks for nothing when nothing is wanted', async () => {
    const { library, asked } = upstream(1);
    await library.find([undefined, null], signal);
    expect(asked).to.deep.equal([]);
  });

  it('asks by itself for a title that is newer than the list, and once for one that is gone', async () => {
    const { library, asked, has } = upstream(1);
    await library.load(signal);
    has.add(2);
    for (let time = 0; time < 2; time++) {
      const found = await library.find([1, 2, 3, 3], signal);
      expect([found.has(1), found.has(2), found.has(3)]).to.deep.equal([true, true, false]);
    }
    expect(asked).to.deep.equal(['all', 'one 2', 'one 3']);
  });

  it('asks for a title that was gone again once the list was loaded anew', async () => {
    const { library, asked, has } = upstream(1);
    await library.find([3], signal);
    await library.load(signal);
    has.add(3);
    expect((await library.find([3], signal)).has(3)).to.equal(true);
    expect(asked).to.deep.equal(['all', 'all', 'one 3']);
  });

  it('asks for the list when many are missing, and not each time', async () => {
    const { library, asked, has } = upstream(1);
    await library.load(signal);
    for (const id of [2, 3, 4]) has.add(id);
    const wanted = [2, 3, 4, 5, 6, 7, 8];
    expect([...(await library.find(wanted, signal)).keys()]).to.deep.equal([1, 2, 3, 4]);
    await library.find(wanted, signal);
    expect(asked).to.deep.equal(['all', 'all']);
  });

  it('keeps what it holds when a list fails, and tries again', async () => {
    let isDown = false;
    const library = createLibrary({
      async all() {
        if (isDown) throw fail('unreachable', 'down');
        return [title(1)];
      },
      one: async (id) => title(id),
    });
    await library.load(signal);
    isDown = true;
    const error = await library.load(signal).catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'unreachable');
    expect((await library.find([1], signal)).has(1)).to.equal(true);
    isDown = false;
    expect(await library.load(signal)).to.have.lengthOf(1);
  });
});
