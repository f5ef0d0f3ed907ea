import { cached, cleanupItems, mediaUsers, named, type Rows } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { everyone, fillTask, makeScene, makeSource, things } from './scene.js';

const reads = {
  planned: cached(cleanupItems),
  titles: named(things, { read: 'planned', field: 'itemId' }),
};

const idsIn = (answers: Readonly<Record<string, unknown>>): readonly string[] =>
  (answers['titles'] as Rows<{ id: string }>).items.map(({ source, id }) => `${source}:${id}`);

describe('a read of what other rows name', () => {
  const scene = async () => {
    const sources = [makeSource('broom', { tasks: [fillTask(cleanupItems)] })];
    for (const id of ['attic', 'cellar']) sources.push(makeSource(id, { tasks: [fillTask(things)] }));
    const made = await makeScene(sources);
    const planned = (itemId: string | undefined, id: string) => ({ id, collection: 'Old', itemId });
    await made.sync('broom', cleanupItems, [
      planned('attic:a', '1'),
      planned('c', '2'),
      planned('c', '3'),
      planned(undefined, '4'),
    ]);
    await made.sync('attic', things, [
      { id: 'a', size: 1 },
      { id: 'b', size: 2 },
      { id: 'c', size: 3 },
    ]);
    await made.sync('cellar', things, [{ id: 'c', size: 4 }]);
    return made;
  };

  it('looks up these ids alone, of whatever source', async () => {
    const { reader } = await scene();
    const { answers, sources } = await reader.answer(reads, everyone);
    expect(idsIn(answers)).to.deep.equal(['attic:a', 'attic:c', 'cellar:c']);
    expect(sources.map(({ id }) => id)).to.deep.equal(['broom']);
  });

  it('is not narrowed with the rows that name them', async () => {
    const { reader } = await scene();
    const { answers } = await reader.answer(reads, { ...everyone, sources: ['broom'] });
    expect(idsIn(answers)).to.deep.equal(['attic:a', 'attic:c', 'cellar:c']);
    const none = await reader.answer(reads, { ...everyone, sources: ['attic'] });
    expect(idsIn(none.answers)).to.deep.equal([]);
  });
});

// @ts-expect-error only of a port that is found by id
named(mediaUsers, { read: 'planned', field: 'itemId' });
