/** What another process forgets or renames: refused until it is taken over, and known from then on. */
import { expect } from 'chai';
import { AT, append, batch, book, ids, loan, replace } from './batches.js';
import { KINDS, type Opened } from './caches.js';
import { books, loans } from './ports.js';

for (const { name, open } of KINDS.filter(({ name }) => name !== 'memory')) {
  describe(`a command beside a daemon: ${name}`, () => {
    let opened: Opened;
    beforeEach(async () => {
      opened = await open();
      for (const port of [books, loans]) await opened.cache.declare(port);
      await opened.cache.commit(
        batch('one', [replace(books, [book('a')]), append(loans, [loan('1', AT)])], { cursor: '1' }),
      );
    });
    afterEach(() => opened.close());

    const refusal = (source: string): Promise<unknown> =>
      opened.cache.commit(batch(source, [replace(books, [book('b')])], { cursor: '2' })).then(
        () => null,
        (error: unknown) => error,
      );

    it('refuses what was begun before, of that source alone, until it is taken over', async () => {
      const { cache } = opened;
      const command = await opened.again();
      await command.forget('one', 'everything');
      expect(await command.upkeep()).to.deep.equal([]);
      expect(await refusal('one')).to.include({ code: 'source_moved', message: 'one was forgotten meanwhile' });
      expect(await refusal('two')).to.equal(null);
      const done = await cache.upkeep();
      expect(done).to.deep.equal([{ n: 1, source: 'one' }]);
      const before = cache.generation(loans.id);
      await cache.takeOver(done);
      expect(cache.generation(loans.id)).to.not.equal(before);
      expect([...cache.fetchedAt(books.id).keys()]).to.deep.equal(['two']);
      expect(await cache.upkeep()).to.deep.equal([]);
      expect(await refusal('one')).to.equal(null);
    });

    it('tells of both ids of one that was renamed', async () => {
      const { cache } = opened;
      await (await opened.again()).rename('one', 'three');
      expect(await refusal('one')).to.include({ message: 'one was renamed to three meanwhile' });
      expect(await refusal('three')).to.include({ message: 'one was renamed to three meanwhile' });
      const done = await cache.upkeep();
      expect(done).to.deep.equal([{ n: 1, source: 'one', to: 'three' }]);
      await cache.takeOver(done);
      expect(await ids(cache, loans)).to.deep.equal(['three/1']);
      expect(await cache.cursor('three', 'task')).to.equal('1');
    });

    it('tells of a source whose history was changed, whose rows follow', async () => {
      const { cache } = opened;
      const command = await opened.again();
      for (const port of [books, loans]) await command.declare(port);
      await command.amend(batch('one', [{ port: loans.id, kind: 'patch', upsert: [], remove: ['1'] }]));
      expect(await command.upkeep()).to.deep.equal([]);
      expect(await refusal('one')).to.include({ message: 'the history of one was changed meanwhile' });
      expect(await refusal('two')).to.equal(null);
      const before = cache.generation(loans.id);
      await cache.takeOver(await cache.upkeep());
      expect(cache.generation(loans.id)).to.not.equal(before);
      expect(await ids(cache, loans)).to.deep.equal([]);
      expect(await refusal('one')).to.equal(null);
    });

    it('knows nothing of what was done before it was opened', async () => {
      await (await opened.again()).forget('one', 'everything');
      expect(await (await opened.again()).upkeep()).to.deep.equal([]);
    });
  });
}
