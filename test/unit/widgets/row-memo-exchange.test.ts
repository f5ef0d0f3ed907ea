/** Rows that are kept are the same as those that would be read anew, and cost what has changed. */
import { definePort, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Cache, Change } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { RowMemo } from '#core/widgets/row-memo.js';
import { sqlitePlace } from '../cache/caches.js';

const lamps = definePort({
  id: 'test.lamps',
  keep: 'snapshot',
  key: (lamp) => lamp.id,
  item: Type.Object({ id: Type.String(), watts: Type.Integer() }),
});
const now = new Date('2026-11-20T12:00:00.000Z');
const scopes = [
  { now, zone: 'UTC' },
  { now, zone: 'UTC', sources: ['b', 'a'] },
  { now, zone: 'UTC', except: ['a'] },
];

describe('rows that were read, after a commit', () => {
  let cache: Cache;
  let close: () => Promise<void>;
  let whole = 0;
  let named: string[] = [];
  let memo: RowMemo;
  beforeEach(async () => {
    const place = await sqlitePlace();
    const db = await openDatabase(place.location);
    cache = await createKnexCache(db);
    await cache.declare(lamps);
    [whole, named] = [0, []];
    memo = new RowMemo({
      generation: (port) => cache.generation(port),
      touched: (port, generation) => cache.touched(port, generation),
      rows(port, query, scope) {
        whole++;
        return cache.rows(port, query, scope);
      },
      named(port, source, keys) {
        named.push(...keys);
        return cache.named(port, source, keys);
      },
    });
    close = async () => {
      await cache.close();
      await db.destroy();
      await place.remove();
    };
  });
  afterEach(() => close());

  const commit = (source: string, change: object) =>
    cache.commit({
      ...{ source, task: 't', at: now.toISOString(), fills: [lamps.id] },
      changes: [{ port: lamps.id, ...change } as Change],
    });
  const lampsOf = (...ids: readonly string[]) => ids.map((id) => ({ id, watts: 1 }));

  async function expectSame(): Promise<void> {
    for (const scope of scopes) {
      expect(await memo.rows(lamps, {}, scope)).to.deep.equal(await cache.rows(lamps, {}, scope));
    }
  }

  it('are exchanged row by row', async () => {
    await commit('a', { kind: 'replace', items: lampsOf('hall', 'attic', 'Ünder', 'yard') });
    await commit('b', { kind: 'replace', items: lampsOf('cellar') });
    await expectSame();
    const before = whole;
    for (const change of [
      { kind: 'patch', upsert: [{ id: 'hall', watts: 2 }], remove: [] },
      { kind: 'patch', upsert: lampsOf('bath', 'zoo', 'A'), remove: ['attic', 'nothing'] },
      { kind: 'replace', items: lampsOf('bath', 'Ünder', 'garage') },
      { kind: 'replace', items: [] },
      { kind: 'patch', upsert: lampsOf('hall'), remove: [] },
    ] as const) {
      await commit('a', change);
      await expectSame();
    }
    await commit('c', { kind: 'replace', items: lampsOf('shed') });
    await expectSame();
    expect(whole).to.equal(before);
  });

  it('stay the rows that they were where nothing has changed', async () => {
    await commit('a', { kind: 'replace', items: lampsOf('hall', 'attic') });
    const [attic] = await memo.rows(lamps, {}, scopes[0] ?? { now, zone: 'UTC' });
    await commit('a', { kind: 'patch', upsert: [{ id: 'hall', watts: 2 }], remove: [] });
    const after = await memo.rows(lamps, {}, scopes[0] ?? { now, zone: 'UTC' });
    expect(after[0]).to.equal(attic);
    expect(named).to.deep.equal(['hall']);
  });

  it('are read whole where much has changed, where keys are long, and after a source has left', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `l${i}`);
    await commit('a', { kind: 'replace', items: lampsOf(...many, 'x'.repeat(700)) });
    await expectSame();
    await commit('a', { kind: 'patch', upsert: many.map((id) => ({ id, watts: 2 })), remove: [] });
    await expectSame();
    await commit('a', { kind: 'patch', upsert: [{ id: 'x'.repeat(700), watts: 2 }], remove: [] });
    await expectSame();
    await cache.forget('a', 'everything');
    await expectSame();
    expect(named).to.deep.equal([]);
  });

  it('are asked for once by several at a time', async () => {
    await commit('a', { kind: 'replace', items: lampsOf('hall') });
    const scope = { now, zone: 'UTC' };
    await Promise.all([memo.rows(lamps, {}, scope), memo.rows(lamps, {}, scope)]);
    expect(whole).to.equal(1);
  });
});
