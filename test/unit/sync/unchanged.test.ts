/** A run that publishes what it published last asks the database nothing and writes nothing, unless something else has changed the rows. */
import { mediaSessions, type SyncTask } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { corePorts } from '#core/derivations/ports.js';
import { Committer } from '#core/sync/committer.js';
import { runTask } from '#core/sync/runner.js';
import { manualClock } from '../../support/manual-clock.js';
import { DATABASES, type Place } from '../cache/caches.js';
import { sentBy } from '../cache/explain.js';
import { session } from '../history/scenario.js';
import { knocks, lamps, lampTask, SETTINGS, sourceOf } from './house.js';

const on = { id: 'hall', on: true };
const off = { id: 'hall', on: false };

for (const { name, make } of DATABASES) {
  describe(`a poll that brings nothing new: ${name}`, () => {
    let place: Place;
    let db: Knex;
    let cache: Cache;
    let settings: typeof SETTINGS;
    let committer: Committer;
    const clock = manualClock();
    beforeEach(async () => {
      place = await make();
      db = await openDatabase(place.location);
      cache = await createKnexCache(db);
      for (const port of [lamps, knocks, mediaSessions, ...corePorts]) await cache.declare(port);
      settings = SETTINGS;
      committer = new Committer(cache, clock, () => settings);
    });
    afterEach(async () => {
      await cache.close();
      await db.destroy();
      await place.remove();
    });

    const polling = (run: SyncTask['run'], change: Partial<SyncTask> = {}) => {
      const task = lampTask(run, change);
      const source = sourceOf('house', { tasks: [task] });
      return async (): Promise<readonly string[]> => {
        clock.advance(10_000);
        const sent = await sentBy(db, async () => {
          const outcome = await runTask({
            ...{ source, task, cache, clock, signal: new AbortController().signal, deadlineMs: 60_000 },
            commit: (batch, of, isWanted) => committer.commit(batch, of, isWanted),
          });
          expect(outcome.kind).to.equal('done');
        });
        return sent.map(({ sql }) => sql);
      };
    };
    const lit = async () => (await cache.rows(lamps, {}, { now: clock.now(), zone: 'UTC' })).map(({ on }) => on);

    it('sends no statement, and is as fresh as one that did', async () => {
      const poll = polling(async (out) => out.replace(lamps, [on]));
      expect(await poll()).to.not.be.empty;
      expect(await poll()).to.deep.equal([]);
      expect(cache.fetchedAt(lamps.id).get('house')).to.equal(clock.now().toISOString());
    });

    it('sends none where a cursor stays as it is, nor where empty snapshots have a slower pace', async () => {
      const poll = polling(
        async (out) => {
          out.cursor.set('here');
          out.patch(lamps, { upsert: [on] });
        },
        { idle: '1m' },
      );
      await poll();
      await poll();
      expect(await poll()).to.deep.equal([]);
    });

    it('sends none for a media server where nobody plays', async () => {
      const poll = polling(async (out) => out.replace(mediaSessions, []), { fills: [mediaSessions] });
      await poll();
      expect(await poll()).to.deep.equal([]);
    });

    it('is looked at while somebody plays, because time goes on', async () => {
      const poll = polling(async (out) => out.replace(mediaSessions, [session(1)]), { fills: [mediaSessions] });
      await poll();
      expect(await poll()).to.not.be.empty;
    });

    const others: Readonly<Record<string, () => Promise<unknown>>> = {
      'another task': () => commit({ task: 'another' }),
      'a command': () =>
        cache.amend({
          ...{ source: 'house', task: '@x', at: clock.now().toISOString(), fills: [] },
          changes: [{ port: lamps.id, kind: 'replace', items: [off] }],
        }),
      'a webhook of the same task': () => commit({ task: 'lamps' }),
      'being forgotten': () => cache.forget('house', 'snapshots'),
      'being renamed': () => cache.rename('house', 'barn'),
    };
    const commit = ({ task }: { readonly task: string }) =>
      cache.commit({
        ...{ source: 'house', task, at: clock.now().toISOString(), fills: [] },
        changes: [{ port: lamps.id, kind: 'replace', items: [off] }],
      });

    for (const [what, change] of Object.entries(others)) {
      it(`is written once more after ${what}`, async () => {
        const poll = polling(async (out) => out.replace(lamps, [on]));
        await poll();
        await poll();
        await change();
        expect(await poll()).to.not.be.empty;
        expect(await lit()).to.include(true);
      });
    }

    it('is looked at once more with other settings', async () => {
      const poll = polling(async (out) => out.replace(lamps, [on]));
      await poll();
      settings = { ...SETTINGS };
      expect(await poll()).to.not.be.empty;
      expect(await poll()).to.deep.equal([]);
    });

    it('is not taken for the same when the commit before was refused', async () => {
      const many = Array.from({ length: 300 }, (_, i) => ({ id: `l${i}`, on: true }));
      let items = many;
      const task = lampTask(async (out) => out.replace(lamps, items));
      const source = sourceOf('house', { tasks: [task] });
      const run = () =>
        runTask({
          ...{ source, task, cache, clock, signal: new AbortController().signal, deadlineMs: 60_000 },
          commit: (batch, of, isWanted) => committer.commit(batch, of, isWanted),
        });
      await run();
      items = [];
      expect((await run()).kind).to.equal('uncommitted');
      expect((await run()).kind).to.equal('done');
      expect(await lit()).to.deep.equal([]);
    });
  });
}
