/** References to another source's titles: tied to the media server of the entry, and tied anew when that is another one. */
import { refTo, type SyncTask } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Source } from '#core/plugins/source.js';
import { tie, untie } from '#core/sync/tied-cursor.js';
import { house, knocks, notes, sourceOf } from './house.js';

/** Publishes what is new: two notes of one run, and of the next ones none. */
function noteTask(every: SyncTask['every'] = '10s') {
  const cursors: (string | undefined)[] = [];
  const task: SyncTask = {
    id: 'notes',
    every,
    fills: [notes],
    async run(out) {
      const cursor = out.cursor.get();
      cursors.push(cursor);
      if (cursor !== undefined) return;
      out.patch(notes, { upsert: [{ id: 'a', itemId: '7' }, { id: 'b', itemId: refTo('7', 'cellar') }, { id: 'c' }] });
      out.cursor.set('done');
    },
  };
  return { cursors, task };
}

const tiedTo = (server: string | undefined, task: SyncTask): Source => ({
  ...sourceOf('a', { tasks: [task] }),
  ...(server === undefined ? {} : { server }),
});

async function restartable(first: string | undefined, task: SyncTask) {
  const home = await house(tiedTo(first, task));
  home.engine.start();
  await home.clock.advance(15_000);
  return {
    ...home,
    refs: async () => (await home.rows(notes)).map(({ itemId }) => itemId),
    async restart(server: string | undefined) {
      home.replaceSources([tiedTo(server, task)]);
      await home.engine.apply(['a']);
      await home.clock.advance(15_000);
    },
  };
}

describe('references', () => {
  it('are tied to the server of the entry where they name none, and anew when that changes', async () => {
    const { cursors, task } = noteTask();
    const { engine, refs, restart } = await restartable(undefined, task);
    expect(await refs()).to.deep.equal(['7', 'cellar:7', undefined]);
    expect(cursors.splice(0)).to.deep.equal([undefined, 'done']);
    for (const [server, ref, unknown] of [
      ['attic', 'attic:7', 'attic:'],
      ['garage', 'garage:7', 'garage:'],
      [undefined, '7', undefined],
    ] as const) {
      await restart(server);
      expect(await refs()).to.deep.equal([ref, 'cellar:7', unknown]);
      expect(cursors.splice(0)).to.deep.equal([undefined, 'done']);
      await restart(server);
      expect(cursors.splice(0), 'the same server: it goes on').to.deep.equal(['done', 'done']);
    }
    await engine.stop();
  });

  it('are tied anew at once where the task runs at certain hours, and keeps no cursor', async () => {
    let runs = 0;
    const { engine, refs, restart } = await restartable('attic', {
      id: 'notes',
      every: { cron: '0 4 1 1 *' },
      fills: [notes],
      async run(out) {
        runs += 1;
        out.replace(notes, [{ id: 'a', itemId: '7' }]);
      },
    });
    expect(await refs()).to.deep.equal(['attic:7']);
    await restart('attic');
    expect(runs).to.equal(1);
    await restart('cellar');
    expect([runs, ...(await refs())]).to.deep.equal([2, 'cellar:7']);
    await engine.stop();
  });

  it('are nothing to a task that publishes none', async () => {
    const { cursors, task } = noteTask();
    const fills = [knocks];
    const { engine, cache, restart } = await restartable('attic', {
      ...task,
      fills,
      async run(out) {
        cursors.push(out.cursor.get());
        out.cursor.set('done');
      },
    });
    await restart('cellar');
    expect(cursors).to.deep.equal([undefined, 'done', 'done', 'done']);
    expect(await cache.cursor('a', 'notes')).to.equal('done');
    await engine.stop();
  });
});

describe('a cursor that is kept beside a server', () => {
  it('is the task’s own again', () => {
    for (const cursor of ['5', 'two\nlines', '', 'server=x', undefined]) {
      const kept = tie(cursor, 'attic', undefined);
      expect(untie(kept, 'attic'), cursor).to.deep.equal({ cursor, isAnew: false });
      expect(untie(kept, 'cellar'), cursor).to.deep.equal({ cursor: undefined, isAnew: true });
      expect(untie(kept, undefined), cursor).to.deep.equal({ cursor: undefined, isAnew: true });
      const freed = tie(cursor, undefined, kept);
      expect(untie(freed, undefined), cursor).to.deep.equal({ cursor, isAnew: false });
    }
  });

  it('is as it was where there never was a server', () => {
    expect(tie('5', undefined, '4')).to.equal('5');
    expect(tie(undefined, undefined, undefined)).to.equal(undefined);
    expect(untie(undefined, undefined)).to.deep.equal({ cursor: undefined, isAnew: false });
    expect(untie('5', 'attic')).to.deep.equal({ cursor: undefined, isAnew: true });
  });
});
