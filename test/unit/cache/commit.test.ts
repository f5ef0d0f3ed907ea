import { expect } from 'chai';
import { AT, append, batch, book, ids, loan, patch, replace, SCOPE } from './batches.js';
import { onEachCache } from './on-each-cache.js';
import { books, loans, shelves } from './ports.js';

const LATER = '2026-11-21T13:00:00.000Z';

onEachCache('a commit', (subject) => {
  beforeEach(async () => {
    for (const port of [books, loans, shelves]) await subject.cache.declare(port);
  });

  const shelf = (path: string, room = 'hall') => ({ path, room });
  const many = (count: number) => Array.from({ length: count }, (_, i) => shelf(`/${String(i).padStart(4, '0')}`));
  const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'done',
      (error: { code?: unknown }) => error.code,
    );

  it('keeps items whole, fields in their order, and each source apart', async () => {
    const { cache } = subject;
    const item = book('b', { author: 'Böll \u{1f4d6} "x"', rating: 1.5 });
    await cache.commit(batch('one', [replace(books, [item])]));
    await cache.commit(batch('two', [replace(books, [book('b')])]));
    const [first, second] = await cache.rows(books, {}, SCOPE);
    expect(JSON.stringify(first)).to.equal(JSON.stringify({ ...item, source: 'one' }));
    expect(second).to.deep.equal({ ...book('b'), source: 'two' });
  });

  it('replaces a snapshot: what is not named any more goes', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [replace(shelves, [shelf('/a'), shelf('/b')])]));
    const changed = await cache.commit(batch('one', [replace(shelves, [shelf('/b'), shelf('/c')])]));
    expect([...changed]).to.deep.equal(['test.shelves']);
    expect(await ids(cache, shelves)).to.deep.equal(['one//b', 'one//c']);
  });

  it('patches: removes first, then upserts', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [replace(shelves, [shelf('/a'), shelf('/b')])]));
    await cache.commit(batch('one', [patch(shelves, [shelf('/b', 'attic')], ['/a', '/b', '/never'])]));
    expect(await cache.rows(shelves, {}, SCOPE)).to.deep.equal([{ path: '/b', room: 'attic', source: 'one' }]);
  });

  it('appends to a log: a key that exists is overwritten', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [append(loans, [loan('1', AT, { days: 1 }), loan('2', AT)])]));
    await cache.commit(batch('one', [append(loans, [loan('1', AT, { days: 2 })])]));
    expect((await cache.rows(loans, {}, SCOPE)).map(({ id, days }) => [id, days])).to.deep.equal([
      ['1', 2],
      ['2', undefined],
    ]);
  });

  it('takes the last word of a run on each key', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [replace(shelves, [shelf('/old')])]));
    await cache.commit(
      batch('one', [
        patch(shelves, [shelf('/lost')]),
        replace(shelves, [shelf('/a', '1'), shelf('/a', '2'), shelf('/b')]),
        patch(shelves, [shelf('/a', '3'), shelf('/c')], ['/b']),
        patch(shelves, [], ['/c']),
      ]),
    );
    expect(await cache.rows(shelves, {}, SCOPE)).to.deep.equal([{ path: '/a', room: '3', source: 'one' }]);
  });

  it('tells which ports changed, and moves their generation and no other', async () => {
    const { cache } = subject;
    const heard: string[][] = [];
    const stop = cache.onChange((ports) => heard.push([...ports]));
    const items = [shelf('/a')];
    const before = [cache.generation(shelves.id), cache.generation(books.id)];
    expect([...(await cache.commit(batch('one', [replace(shelves, items), replace(books, [])])))]).to.deep.equal([
      'test.shelves',
    ]);
    const after = [cache.generation(shelves.id), cache.generation(books.id)];
    expect(after[0]).to.not.equal(before[0]);
    expect(after[1]).to.equal(before[1]);
    expect([...(await cache.commit(batch('one', [replace(shelves, items)])))]).to.deep.equal([]);
    expect(cache.generation(shelves.id)).to.equal(after[0]);
    stop();
    await cache.commit(batch('one', [replace(shelves, [])]));
    expect(heard).to.deep.equal([['test.shelves'], []]);
  });

  it('notes freshness for the ports of a run that has ended; the worst task of a port counts', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [patch(shelves, [shelf('/a')])], { fills: [], task: 'slow' }));
    expect(cache.fetchedAt(shelves.id).size).to.equal(0);
    await cache.commit(batch('one', [patch(shelves, [])], { task: 'slow' }));
    await cache.commit(batch('one', [], { task: 'quick', at: LATER, fills: [shelves.id] }));
    await cache.commit(batch('two', [], { at: LATER, fills: [shelves.id] }));
    const expected = { one: AT, two: LATER };
    expect(Object.fromEntries(cache.fetchedAt(shelves.id))).to.deep.equal(expected);
    // What changed nothing is written with the next commit that does.
    await cache.commit(batch('two', [patch(books, [book('b')])]));
    const again = await subject.again();
    expect(Object.fromEntries(again.fetchedAt(shelves.id))).to.deep.equal(expected);
    await cache.commit(batch('one', [], { task: 'slow', at: LATER, fills: [shelves.id] }));
    expect(cache.fetchedAt(shelves.id).get('one')).to.equal(LATER);
  });

  it('keeps a cursor for each task', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [], { task: 'a', cursor: '1' }));
    await cache.commit(batch('one', [], { task: 'b', cursor: '2' }));
    await cache.commit(batch('one', [], { task: 'a', cursor: '3' }));
    await cache.commit(batch('one', [], { task: 'a' }));
    expect(await cache.cursor('one', 'a')).to.equal('3');
    expect(await cache.cursor('one', 'b')).to.equal('2');
    expect(await cache.cursor('two', 'a')).to.equal(undefined);
  });

  it('does all of a batch or nothing', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [replace(shelves, [shelf('/a')])], { cursor: '1' }));
    const unknown = { port: 'test.unknown', kind: 'replace', items: [] } as const;
    const code = await codeOf(cache.commit(batch('one', [replace(shelves, []), unknown], { cursor: '2', at: LATER })));
    expect(code).to.equal('internal');
    expect(await ids(cache, shelves)).to.deep.equal(['one//a']);
    expect(await cache.cursor('one', 'task')).to.equal('1');
    expect(cache.fetchedAt(shelves.id).get('one')).to.equal(AT);
  });

  it('holds the keys of a source, long ones and unclean ones too', async () => {
    const { cache } = subject;
    const long = `/${'ä'.repeat(400)}`;
    const odd = '#sha256:no hash';
    await cache.commit(batch('one', [replace(shelves, [shelf(long), shelf(odd), shelf('/n\0ul')])]));
    await cache.commit(batch('two', [replace(shelves, [shelf('/other')])]));
    expect([...(await cache.held(shelves.id, 'one'))].sort()).to.deep.equal([odd, '/nul', long].sort());
    await cache.commit(batch('one', [patch(shelves, [], [long])]));
    expect([...(await cache.held(shelves.id, 'one'))].sort()).to.deep.equal([odd, '/nul'].sort());
  });

  it('cleans text that no database holds', async () => {
    const { cache } = subject;
    const item = book('b', { title: 'a\0b\ud800c', author: 'x\0', genre: 'novel' });
    await cache.commit(batch('one', [replace(books, [item])]));
    const [row] = await cache.rows(books, { where: { author: 'x' } }, SCOPE);
    expect(row?.title).to.equal('ab\ufffdc');
    expect([...(await cache.commit(batch('one', [replace(books, [item])])))]).to.deep.equal([]);
  });

  it('writes and compares thousands of rows', async () => {
    const { cache } = subject;
    const items = many(4321);
    await cache.commit(batch('one', [replace(shelves, items)]));
    expect((await cache.commit(batch('one', [replace(shelves, items)]))).size).to.equal(0);
    expect((await cache.commit(batch('one', [patch(shelves, items)]))).size).to.equal(0);
    await cache.commit(batch('one', [replace(shelves, [...items.slice(3), shelf('/new')])]));
    const rows = await ids(cache, shelves);
    expect(rows).to.have.length(4319);
    expect([rows[0], rows.at(-1)]).to.deep.equal(['one//0003', 'one//new']);
  });

  it('refuses once to remove more than half of a large snapshot', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [replace(shelves, many(100))]));
    const shrunk = () => cache.commit(batch('one', [replace(shelves, many(49))], { cursor: 'new' }));
    expect(await codeOf(shrunk())).to.equal('shrink_refused');
    expect(await cache.held(shelves.id, 'one')).to.have.length(100);
    expect(await cache.cursor('one', 'task')).to.equal(undefined);
    expect(await codeOf(shrunk())).to.equal('done');
    expect(await cache.held(shelves.id, 'one')).to.have.length(49);
  });

  it('refuses a patch that removes as much, and forgets a refusal once a run says otherwise', async () => {
    const { cache } = subject;
    const items = many(120);
    const gone = items.slice(0, 61).map(({ path }) => path);
    await cache.commit(batch('one', [replace(shelves, items)]));
    expect(await codeOf(cache.commit(batch('one', [patch(shelves, [], gone)])))).to.equal('shrink_refused');
    expect(await codeOf(cache.commit(batch('one', [patch(shelves, [], ['/0000'])], { task: 'other' })))).to.equal(
      'done',
    );
    expect(await codeOf(cache.commit(batch('one', [patch(shelves, [shelf('/0000')])])))).to.equal('done');
    expect(await codeOf(cache.commit(batch('one', [patch(shelves, [], gone)])))).to.equal('shrink_refused');
    expect(await codeOf(cache.commit(batch('one', [patch(shelves, [], gone)])))).to.equal('done');
  });

  it('takes rows out of a log, however many, and counts them no more', async () => {
    const { cache } = subject;
    const all = Array.from({ length: 120 }, (_, n) => loan(`l${String(n).padStart(3, '0')}`, AT, { days: 2 }));
    await cache.commit(batch('one', [append(loans, all)]));
    await cache.commit(batch('two', [append(loans, [loan('l000', AT)])]));
    const gone = all.slice(1).map(({ id }) => id);
    const changed = await cache.commit(batch('one', [patch(loans, [loan('l000', AT, { days: 5 })], gone)]));
    expect([...changed]).to.deep.equal([loans.id]);
    expect(await ids(cache, loans)).to.deep.equal(['one/l000', 'two/l000']);
    const scope = { ...SCOPE, sources: ['one'] };
    expect(await cache.tally(loans, { sum: 'days' }, scope)).to.deep.equal({ count: 1, distinct: 0, sum: 5 });
  });

  it('gives the rows of a source page by page, and those that are named', async () => {
    const { cache } = subject;
    const all = ['a', 'b', 'c', 'd', 'e'].map((id) => loan(id, AT));
    await cache.commit(batch('one', [append(loans, all)]));
    await cache.commit(batch('two', [append(loans, [loan('c', AT)])]));
    const first = await cache.page(loans, 'one', '', 3);
    expect(first.items.map(({ id }) => id)).to.deep.equal(['a', 'b', 'c']);
    const second = await cache.page(loans, 'one', first.last ?? '', 3);
    expect([second.items.map(({ id }) => id), second.last]).to.deep.equal([['d', 'e'], null]);
    expect((await cache.named(loans, 'one', ['e', 'x', 'b'])).map(({ id }) => id)).to.deep.equal(['b', 'e']);
    expect(await cache.named(loans, 'two', ['a'])).to.deep.equal([]);
  });

  it('lets go what a batch removes on purpose, and looks at the rest of it all the same', async () => {
    const { cache } = subject;
    const items = many(300);
    const [meant, kept] = [items.slice(0, 200), items.slice(200)].map((some) => some.map(({ path }) => path));
    await cache.commit(batch('one', [replace(shelves, items)]));
    const purpose = { meant: new Map([[shelves.id, new Set(meant)]]) };
    const both = () =>
      cache.commit({ ...batch('one', [patch(shelves, [], [...(meant ?? []), ...(kept ?? [])])]), ...purpose });
    expect(await codeOf(both())).to.equal('shrink_refused');
    const purposely = { ...batch('one', [patch(shelves, [], meant)], { task: 'other' }), ...purpose };
    expect(await codeOf(cache.commit(purposely))).to.equal('done');
    expect(await cache.held(shelves.id, 'one')).to.have.length(100);
  });

  it('lets small snapshots and halves go', async () => {
    const { cache } = subject;
    await cache.commit(batch('one', [replace(shelves, many(99))]));
    expect(await codeOf(cache.commit(batch('one', [replace(shelves, [])])))).to.equal('done');
    await cache.commit(batch('one', [replace(shelves, many(100))]));
    expect(await codeOf(cache.commit(batch('one', [replace(shelves, many(50))])))).to.equal('done');
  });

  it('takes commits that overlap one after the other', async () => {
    const { cache } = subject;
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => cache.commit(batch(`s${i % 3}`, [patch(shelves, [shelf(`/${i}`)])]))),
    );
    expect(await ids(cache, shelves)).to.have.length(20);
  });

  it('takes commits of another process on the same rows and counters', async () => {
    const { cache } = subject;
    const other = await subject.again();
    await other.declare(shelves);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 === 0 ? cache : other).commit(batch('one', [patch(shelves, [shelf(`/${i % 13}`, `${i}`)])])),
      ),
    );
    expect(await ids(cache, shelves)).to.have.length(13);
    expect((await other.tally(shelves, {}, SCOPE)).count).to.equal(13);
  });
});
