import { expect } from 'chai';
import { AT, batch, book, ids, patch, replace, SCOPE } from './batches.js';
import { onEachCache } from './on-each-cache.js';
import { books, shelves } from './ports.js';

const LATER = '2026-11-21T13:00:00.000Z';

onEachCache('what will be committed', (subject) => {
  const hall = { path: '/a', room: 'hall' };
  const attic = { path: '/a', room: 'attic' };
  const cellar = { path: '/b', room: 'cellar' };
  beforeEach(async () => {
    for (const port of [books, shelves]) await subject.cache.declare(port);
    await subject.cache.commit(batch('one', [replace(shelves, [hall])]), batch('two', [replace(shelves, [cellar])]));
    await subject.cache.keepAtHand(shelves);
  });
  const rooms = () => subject.cache.atHand(shelves).map(({ source, room }) => `${source} ${room}`);

  it('is read in place of what it replaces, by every read', async () => {
    const { cache } = subject;
    const heard: (readonly string[])[] = [];
    cache.onChange((ports) => void heard.push([...ports]));
    const generation = cache.generation(shelves.id);
    cache.expect('one', [patch(shelves, [attic, { path: '/c', room: 'porch' }])]);
    expect(cache.generation(shelves.id)).to.be.greaterThan(generation);
    expect(heard).to.deep.equal([[shelves.id]]);
    expect(rooms()).to.deep.equal(['one attic', 'one porch', 'two cellar']);
    expect(await ids(cache, shelves, {}, { ...SCOPE, sources: ['two', 'one'] })).to.deep.equal([
      'two//b',
      'one//a',
      'one//c',
    ]);
    expect((await cache.tally(shelves, {}, SCOPE)).count).to.equal(3);
    cache.expect('one', [replace(shelves, [])]);
    expect(rooms()).to.deep.equal(['two cellar']);
    cache.expect('one', []);
    expect(rooms(), 'what is written').to.deep.equal(['one hall', 'two cellar']);
  });

  it('is no news when it is expected already', () => {
    const { cache } = subject;
    cache.expect('one', [patch(shelves, [attic])]);
    const generation = cache.generation(shelves.id);
    cache.expect('one', [patch(shelves, [attic])]);
    expect(cache.generation(shelves.id)).to.equal(generation);
  });

  it('is expected no more once it is committed; what is newer is', async () => {
    const { cache } = subject;
    const first = patch(shelves, [attic]);
    cache.expect('one', [first]);
    const commit = cache.commit(batch('one', [first]));
    cache.expect('one', [patch(shelves, [{ path: '/a', room: 'porch' }])]);
    await commit;
    expect(rooms()).to.deep.equal(['one porch', 'two cellar']);
    cache.expect('one', []);
    expect(rooms()).to.deep.equal(['one attic', 'two cellar']);
  });

  it('is known to this process alone', async () => {
    subject.cache.expect('one', [patch(shelves, [attic])]);
    const again = await subject.again();
    if (again === subject.cache) return;
    await again.declare(shelves);
    await again.keepAtHand(shelves);
    expect(again.atHand(shelves).map(({ room }) => room)).to.deep.equal(['hall', 'cellar']);
  });

  it('goes with a source that is forgotten or renamed', async () => {
    const { cache } = subject;
    await cache.rename('two', 'three');
    await cache.forget('one', 'everything');
    expect(rooms()).to.deep.equal(['three cellar']);
  });

  it('of several sources is one commit: all of it or nothing', async () => {
    const { cache } = subject;
    const many = Array.from({ length: 200 }, (_, i) => ({ path: `/${i}`, room: 'hall' }));
    await cache.commit(batch('one', [replace(shelves, many)]));
    const failed = await cache
      .commit(batch('two', [replace(shelves, [attic])]), batch('one', [replace(shelves, [])]))
      .catch((error: { code?: unknown }) => error.code);
    expect(failed).to.equal('shrink_refused');
    expect((await cache.tally(shelves, {}, { ...SCOPE, sources: ['one'] })).count).to.equal(200);
    expect(await ids(cache, shelves, {}, { ...SCOPE, sources: ['two'] })).to.deep.equal(['two//b']);
  });
});

onEachCache('freshness without a change', (subject) => {
  beforeEach(async () => {
    for (const port of [books, shelves]) await subject.cache.declare(port);
    await subject.cache.commit(batch('one', [replace(books, [book('b')])]));
    await subject.cache.commit(batch('one', [replace(books, [book('b')])], { at: LATER }));
  });
  const freshFor = async (source: string) => (await subject.again()).fetchedAt(books.id).get(source);

  it('is known at once, and written with the next commit that writes', async () => {
    expect(subject.cache.fetchedAt(books.id).get('one')).to.equal(LATER);
    await subject.cache.commit(batch('two', [replace(shelves, [{ path: '/a', room: 'hall' }])]));
    expect(await freshFor('one')).to.equal(LATER);
  });

  it('is written at the end, and moves with its source', async () => {
    await subject.cache.rename('one', 'three');
    expect(await freshFor('three')).to.equal(LATER);
    await subject.cache.commit(batch('three', [replace(books, [book('b')])], { at: AT }));
    await subject.cache.commit(batch('three', [replace(books, [book('b')])], { at: LATER }));
    const again = await subject.again();
    if (again !== subject.cache) await subject.cache.close();
    expect(await freshFor('three')).to.equal(LATER);
  });

  it('is gone with a source that is forgotten', async () => {
    await subject.cache.forget('one', 'everything');
    await subject.cache.commit(batch('two', [replace(books, [book('b')])]));
    expect(await freshFor('one')).to.equal(undefined);
  });
});
