import { definePort, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { createMemoryCache } from '#core/cache/memory.js';
import { RowMemo } from '#core/widgets/row-memo.js';

const lamps = definePort({
  id: 'test.lamps',
  keep: 'snapshot',
  key: (lamp) => lamp.id,
  index: ['on'],
  item: Type.Object({ id: Type.String(), on: Type.Boolean() }),
});
const scope = { now: new Date('2026-11-20T12:00:00.000Z'), zone: 'UTC' };

describe('rows that were read', () => {
  async function house() {
    const cache = createMemoryCache();
    await cache.declare(lamps);
    let reads = 0;
    const memo = new RowMemo({
      generation: (port) => cache.generation(port),
      touched: (port, generation) => cache.touched(port, generation),
      named: (port, source, keys) => cache.named(port, source, keys),
      rows(port, query, within) {
        reads += 1;
        return cache.rows(port, query, within);
      },
    });
    const put = (...ids: string[]) =>
      cache.commit({
        source: 'a',
        task: 't',
        at: scope.now.toISOString(),
        fills: [lamps.id],
        changes: [{ port: lamps.id, kind: 'replace', items: ids.map((id) => ({ id, on: true })) }],
      });
    await put('hall');
    const ids = async (query = {}, sources?: readonly string[]) =>
      (await memo.rows(lamps, query, sources === undefined ? scope : { ...scope, sources })).map((row) =>
        'id' in row ? row.id : undefined,
      );
    return { ids, put, reads: () => reads };
  }

  it('are read once, however many ask, until a commit changes them', async () => {
    const { ids, put, reads } = await house();
    expect(await ids()).to.deep.equal(['hall']);
    expect(await ids()).to.deep.equal(['hall']);
    expect(reads()).to.equal(1);
    await put('hall', 'attic');
    expect(await ids()).to.deep.equal(['attic', 'hall']);
    expect(reads()).to.equal(2);
    await put('hall', 'attic');
    await ids();
    expect(reads(), 'a commit that changed nothing').to.equal(2);
  });

  it('are told apart by what was asked', async () => {
    const { ids, reads } = await house();
    expect(await ids({}, ['a'])).to.deep.equal(['hall']);
    expect(await ids({}, ['b'])).to.deep.equal([]);
    expect(await ids({ newest: 1 })).to.deep.equal(['hall']);
    expect(reads()).to.equal(3);
  });

  it('are read each time where there is a condition', async () => {
    const { ids, reads } = await house();
    await ids({ where: { on: true } });
    await ids({ where: { on: true } });
    expect(reads()).to.equal(2);
  });
});
