import { definePort, ref, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { AT, append, batch, book, ids, loan, replace, SCOPE } from './batches.js';
import { onEachCache } from './on-each-cache.js';
import { books, COUNTED_BOOKS, COUNTED_LOANS, loans, shelves } from './ports.js';

const NOW = new Date(AT);

onEachCache('a port that is declared again', (subject) => {
  const withRoom = definePort({
    ...shelves,
    item: Type.Object({ path: Type.String(), room: Type.String(), floor: Type.Integer() }),
  });

  it('stays what it was when nothing but prose or the order of fields differs', async () => {
    const { cache } = subject;
    await cache.declare(shelves);
    await cache.commit(batch('one', [replace(shelves, [{ path: '/a', room: 'x' }])], { cursor: '1' }));
    const same = definePort({
      ...shelves,
      item: Type.Object({ room: Type.String({ description: 'Where it stands' }), path: Type.String() }),
    });
    const again = await subject.again();
    expect(await again.declare(same)).to.equal('same');
    expect(await ids(again, same)).to.deep.equal(['one//a']);
    expect(await again.cursor('one', 'task')).to.equal('1');
  });

  it('keeps its rows when its items may only hold more, and the tasks that filled it begin anew', async () => {
    const { cache } = subject;
    const narrow = definePort({ ...books, index: ['genre'] });
    const { genre, lent, ...others } = narrow.item.properties;
    await cache.declare(narrow);
    await cache.declare(loans);
    await cache.commit(batch('one', [replace(narrow, [book('a'), book('b', { genre: 'poetry' })])], { cursor: '1' }));
    await cache.commit(batch('one', [append(loans, [loan('1', AT)])], { task: 'other', cursor: '3' }));
    const wide = definePort({
      ...books,
      index: ['genre'],
      item: Type.Object({
        ...others,
        genre: Type.Enum([...genre.enum, 'unknown']),
        lent: Type.Optional(lent),
        shelf: Type.Optional(Type.String()),
      }),
    });
    const again = await subject.again();
    const [generation, fetchedAt] = [again.generation(books.id), again.fetchedAt(books.id)];
    expect(await again.declare(wide)).to.equal('same');
    expect(await ids(again, wide)).to.deep.equal(['one/a', 'one/b']);
    expect(await ids(again, wide, { where: { genre: 'poetry' } })).to.deep.equal(['one/b']);
    expect(again.generation(books.id)).to.equal(generation);
    expect(again.fetchedAt(books.id)).to.deep.equal(fetchedAt);
    expect(await again.cursor('one', 'task')).to.equal(undefined);
    expect(await again.cursor('one', 'other')).to.equal('3');
    await again.commit(batch('one', [replace(wide, [{ ...book('a'), shelf: '2' }])], { cursor: '2' }));
    expect(await again.declare(wide)).to.equal('same');
    expect(await again.cursor('one', 'task')).to.equal('2');
    // Back to what it was: its items might hold what the port does not know.
    expect(await (await subject.again()).declare(narrow)).to.equal('emptied');
  });

  it('keeps its rows and cursors when a text becomes a reference', async () => {
    const { cache } = subject;
    await cache.declare(books);
    await cache.commit(batch('one', [replace(books, [book('a', { author: '7' })])], { cursor: '1' }));
    const tied = definePort({
      ...books,
      item: Type.Object({ ...books.item.properties, author: Type.Optional(ref('Who wrote it')) }),
    });
    const again = await subject.again();
    expect(await again.declare(tied)).to.equal('same');
    expect(await again.cursor('one', 'task')).to.equal('1');
    expect(await ids(again, tied, { where: { author: ['7', 'attic:7'] } })).to.deep.equal(['one/a']);
    expect(await (await subject.again()).declare(books)).to.equal('same');
  });

  it('is emptied when its item changed, with the cursors and the freshness of the tasks that filled it', async () => {
    const { cache } = subject;
    await cache.declare(shelves);
    await cache.declare(loans);
    await cache.commit(batch('one', [replace(shelves, [{ path: '/a', room: 'x' }])], { cursor: '1' }));
    await cache.commit(
      batch('two', [replace(shelves, [{ path: '/b', room: 'x' }])], { fills: [], task: 'unfinished', cursor: '2' }),
    );
    await cache.commit(batch('one', [append(loans, [loan('1', AT)])], { task: 'other', cursor: '3' }));
    const again = await subject.again();
    const before = again.generation(shelves.id);
    expect(await again.declare(withRoom)).to.equal('emptied');
    expect(await ids(again, withRoom)).to.deep.equal([]);
    expect((await again.tally(withRoom, {}, SCOPE)).count).to.equal(0);
    expect(again.generation(shelves.id)).to.not.equal(before);
    expect(again.fetchedAt(shelves.id).size).to.equal(0);
    expect(await again.cursor('one', 'task')).to.equal(undefined);
    expect(await again.cursor('two', 'unfinished')).to.equal(undefined);
    expect(await again.cursor('one', 'other')).to.equal('3');
    await again.commit(batch('one', [replace(withRoom, [{ path: '/a', room: 'x', floor: 2 }])]));
    expect(await ids(again, withRoom)).to.deep.equal(['one//a']);
    expect(await again.declare(withRoom)).to.equal('same');
  });

  it('is reindexed when its index changed', async () => {
    const { cache } = subject;
    const plain = definePort({ ...books, index: ['genre'] });
    await cache.declare(plain, [{ kind: 'top', query: { by: 'genre' } }]);
    const items = [
      book('a', { pages: 12, lent: true, author: 'Ann', rating: 2.5 }),
      book('b', { pages: 30 }),
      book('c', { lent: true, genre: 'poetry', author: 'x'.repeat(600) }),
    ];
    await cache.commit(batch('one', [replace(plain, items)], { cursor: '1' }));
    const again = await subject.again();
    expect(await again.declare(books, COUNTED_BOOKS)).to.equal('reindexed');
    expect(await again.cursor('one', 'task')).to.equal('1');
    expect(await ids(again, books, { where: { lent: true } })).to.deep.equal(['one/a', 'one/c']);
    expect(await ids(again, books, { where: { rating: 2.5 } })).to.deep.equal(['one/a']);
    expect(await again.tally(books, { sum: 'pages' }, SCOPE)).to.deep.equal({ count: 3, distinct: 0, sum: 142 });
    expect((await again.commit(batch('one', [replace(books, items)]))).size).to.equal(0);
    expect(await ids(again, books, { where: { author: 'x'.repeat(600) } })).to.deep.equal(['one/c']);
    expect(await again.declare(books)).to.equal('same');
  });

  it('counts what is to be counted from now on, and what no longer is by hand', async () => {
    const { cache } = subject;
    await cache.declare(books);
    await cache.commit(batch('one', [replace(books, [book('a'), book('b', { genre: 'poetry' })])]));
    const again = await subject.again();
    expect(await again.declare(books, COUNTED_BOOKS)).to.equal('same');
    const genres = async () => (await again.top(books, { by: 'genre', sum: 'pages' }, SCOPE)).map(({ key }) => key);
    expect(await genres()).to.deep.equal(['novel', 'poetry']);
    expect(await again.declare(books, [])).to.equal('same');
    await again.commit(batch('one', [replace(books, [book('a')])]));
    expect(await genres()).to.deep.equal(['novel']);
    expect(await again.declare(books, COUNTED_BOOKS)).to.equal('same');
    expect(await genres()).to.deep.equal(['novel']);
  });

  it('is not hurt by a read that it cannot answer', async () => {
    const { cache } = subject;
    const impossible = [
      { kind: 'tally', query: { where: { title: 'x' } } },
      { kind: 'top', query: { by: 'genre', sum: 'author' } },
    ] as const;
    await cache.declare(books, impossible);
    await cache.commit(batch('one', [replace(books, [book('a')])]));
    expect((await cache.tally(books, {}, SCOPE)).count).to.equal(1);
    for (const { kind, query } of impossible) {
      const error = await cache[kind](books, query, SCOPE).catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'internal' });
    }
  });

  it('keeps the rows of a log; a new field must be optional', async () => {
    const { cache } = subject;
    await cache.declare(loans);
    await cache.commit(batch('one', [append(loans, [loan('1', AT)])], { cursor: '1' }));
    const again = await subject.again();
    const wider = { ...loans.item.properties, note: Type.Optional(Type.String()) };
    expect(await again.declare(definePort({ ...loans, item: Type.Object(wider) }))).to.equal('same');
    expect(await ids(again, loans)).to.deep.equal(['one/1']);
    expect(await again.cursor('one', 'task')).to.equal(undefined);
    const narrower = { ...wider, branch: Type.String() };
    const error = await again
      .declare(definePort({ ...loans, item: Type.Object(narrower) }))
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'port_changed' });
    expect(again.port(loans.id)).to.equal(undefined);
    const refused = await again
      .commit(batch('one', [append(loans, [loan('2', AT)])]))
      .catch((thrown: unknown) => thrown);
    expect(refused).to.equal(again.fault(loans.id)).and.include({ code: 'port_changed' });
    expect(await ids(again, loans)).to.deep.equal(['one/1']);
  });
});

onEachCache('a source', (subject) => {
  beforeEach(async () => {
    const { cache } = subject;
    await cache.declare(books, COUNTED_BOOKS);
    await cache.declare(loans, COUNTED_LOANS);
    for (const source of ['one', 'two']) {
      await cache.commit(batch(source, [replace(books, [book('a'), book('b')])], { task: 'books', cursor: 'b' }));
      await cache.commit(batch(source, [append(loans, [loan('1', AT, { days: 5 })])], { task: 'loans', cursor: 'l' }));
      await cache.remember(source, 'memo', source, new Date(NOW.getTime() + 1000));
    }
  });

  it('loses its snapshots and keeps its logs', async () => {
    const { cache } = subject;
    const before = [cache.generation(books.id), cache.generation(loans.id)];
    await cache.forget('one', 'snapshots');
    expect(await ids(cache, books)).to.deep.equal(['two/a', 'two/b']);
    expect(await ids(cache, loans)).to.deep.equal(['one/1', 'two/1']);
    expect((await cache.top(books, { by: 'genre', sum: 'pages' }, SCOPE))[0]?.count).to.equal(2);
    expect([...cache.fetchedAt(books.id).keys()]).to.deep.equal(['two']);
    expect(await cache.cursor('one', 'books')).to.equal(undefined);
    expect(await cache.cursor('one', 'loans')).to.equal('l');
    expect(await cache.recall('one', 'memo', NOW)).to.equal('one');
    expect(cache.generation(books.id)).to.not.equal(before[0]);
    expect(cache.generation(loans.id)).to.equal(before[1]);
  });

  it('loses everything', async () => {
    const { cache } = subject;
    expect([...(await cache.sources())].sort()).to.deep.equal(['one', 'two']);
    await cache.forget('one', 'everything');
    expect(await ids(cache, loans)).to.deep.equal(['two/1']);
    expect((await cache.tally(loans, { sum: 'days' }, SCOPE)).sum).to.equal(5);
    expect(await cache.cursor('one', 'loans')).to.equal(undefined);
    expect(await cache.recall('one', 'memo', NOW)).to.equal(undefined);
    expect([...(await cache.sources())]).to.deep.equal(['two']);
    expect([...(await (await subject.again()).sources())]).to.deep.equal(['two']);
  });

  it('takes its rows along to another name, where younger ones stay', async () => {
    const { cache } = subject;
    await cache.commit(
      batch('three', [append(loans, [loan('1', AT, { days: 9 }), loan('2', AT, { days: 1 })])], { task: 'loans' }),
    );
    await cache.commit(batch('one', [append(loans, [loan('3', AT, { days: 2 })])], { task: 'loans', cursor: 'm' }));
    await cache.rename('one', 'three');
    expect(await ids(cache, books)).to.deep.equal(['three/a', 'three/b', 'two/a', 'two/b']);
    const rows = await cache.rows(loans, {}, { ...SCOPE, sources: ['three'] });
    expect(rows.map(({ id, days }) => [id, days])).to.deep.equal([
      ['1', 9],
      ['2', 1],
      ['3', 2],
    ]);
    expect((await cache.tally(loans, { sum: 'days' }, SCOPE)).sum).to.equal(17);
    expect(await cache.cursor('three', 'loans')).to.equal('m');
    expect(await cache.recall('three', 'memo', NOW)).to.equal('one');
    expect([...cache.fetchedAt(books.id).keys()].sort()).to.deep.equal(['three', 'two']);
    expect([...(await cache.sources())].sort()).to.deep.equal(['three', 'two']);
  });
});

onEachCache('pruning', (subject) => {
  it('drops old rows of logs, and the counters follow', async () => {
    const { cache } = subject;
    await cache.declare(loans, COUNTED_LOANS);
    const old = loan('1', '2026-10-01T00:00:00.000Z', { days: 5, reader: 'bob' });
    await cache.commit(batch('one', [append(loans, [old, loan('2', AT, { days: 1 })])]));
    const before = cache.generation(loans.id);
    expect(await cache.prune(NOW)).to.equal(1);
    expect(await ids(cache, loans)).to.deep.equal(['one/2']);
    expect(await cache.tally(loans, { sum: 'days' }, SCOPE)).to.deep.equal({ count: 1, distinct: 0, sum: 1 });
    expect((await cache.top(loans, { by: 'reader', sum: 'days' }, SCOPE)).map(({ key }) => key)).to.deep.equal(['ann']);
    expect(cache.generation(loans.id)).to.not.equal(before);
    expect(await cache.prune(NOW)).to.equal(0);
  });
});

onEachCache('a memo', (subject) => {
  it('is remembered until it expires', async () => {
    const { cache } = subject;
    const later = new Date(NOW.getTime() + 60_000);
    await cache.remember('one', 'k'.repeat(5000), { a: [1, null] }, later);
    await cache.remember('one', 'key', 'old', later);
    await cache.remember('one', 'key', null, later);
    const again = await subject.again();
    expect(await again.recall('one', 'k'.repeat(5000), NOW)).to.deep.equal({ a: [1, null] });
    expect(await again.recall('one', 'key', NOW)).to.equal(null);
    expect(await again.recall('two', 'key', NOW)).to.equal(undefined);
    expect(await again.recall('one', 'key', later)).to.equal(undefined);
    await again.prune(later);
    expect(await again.recall('one', 'key', NOW)).to.equal(undefined);
  });
});
