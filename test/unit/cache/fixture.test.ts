/** What an earlier version has stored, today's code still finds: rows, numbers, memory, keys and people. */
import { type AnyPort, downloadQueue, type ItemOf, mediaPlayback, mediaSessions } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { SessionData } from 'express-session';
import { Admins } from '#core/auth/admins.js';
import { instanceSecret } from '#core/auth/instance.js';
import { SessionStore } from '#core/auth/session-store.js';
import type { Change } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { loadTables } from '#core/cache/declare.js';
import { createMemoryCache } from '#core/cache/memory.js';
import { appliedMigrations, isBehind } from '#core/cache/migrations/migrate.js';
import { restartsTasks, shapeOf } from '#core/cache/shape.js';
import { all } from '#core/cache/sql.js';
import { coreStalls, unmarkStalled } from '#core/derivations/stall.js';
import { silentLog } from '#core/ground/log.js';
import { PackMemory } from '#core/pages/start/steps.js';
import { Replays } from '#core/rest/replays.js';
import { keysOf, knownTo } from '../../support/fixture-database/expected.js';
import { DEPARTED, type Household, openHousehold, STACKS } from '../../support/fixture-database/household.js';
import { poll } from '../../support/fixture-database/poll.js';
import {
  answerOf,
  freshnessOf,
  type Question,
  questionsOf,
  rowsOf,
  scopeAt,
} from '../../support/fixture-database/says.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import type { Place } from './caches.js';
import { FIXTURES, KINDS } from './restored.js';

const DAY_MS = 86_400_000;

/**
 * Snapshots that have broken on purpose since a version: they are emptied, and synced again. `invite.items` was keyed by the
 * codes, which are credentials: no row of it may be kept.
 */
const EMPTIED: Readonly<Record<string, readonly string[]>> = { '0.1.0': ['invite.items'] };

/** Which tasks have filled which ports, and what these were. */
async function tasksThen({ location }: Place) {
  const database = await openDatabase(location);
  const tables = await loadTables(database);
  const runs = await all<{ port: string; source: string; task: string }>(
    database,
    'SELECT port, source, task FROM freshness',
  );
  await database.destroy();
  return { tables, runs };
}

/** Ports that may hold more today have their tasks go through everything once more. */
const restartedTasks = ({ tables, runs }: Awaited<ReturnType<typeof tasksThen>>, { ports }: Household) =>
  new Set(
    runs
      .filter(({ port }) => {
        const [then, now] = [tables.get(port)?.shape, ports.get(port)];
        return then !== undefined && now !== undefined && restartsTasks(then, shapeOf(now));
      })
      .map(({ source, task }) => `${source} ${task}`),
  );

for (const { name, expected, restore } of FIXTURES) {
  const { at } = expected;
  for (const [title, kind] of KINDS) {
    const secrets = expected.secrets[kind];
    describe(`a database of ${name} on ${title}`, function () {
      this.timeout(60_000);
      let place: Place;
      let household: Household;
      let clock: ManualClock;
      let restarted: ReadonlySet<string>;
      before(async () => {
        place = await restore(kind);
        const then = await tasksThen(place);
        clock = manualClock(at);
        household = await openHousehold(place.location, clock);
        restarted = restartedTasks(then, household);
      });
      after(async () => {
        await household?.close();
        await place?.remove();
      });

      it('is brought up to date', async () => {
        const applied = await appliedMigrations(household.database);
        expect(applied.slice(0, expected.migrations.length)).to.deep.equal(expected.migrations);
        expect(isBehind(applied)).to.equal(false);
      });

      it('holds every port as it is declared today', () => {
        expect(household.notices).to.deep.equal([]);
        expect([...household.ports.keys()]).to.include.members(Object.keys(expected.rows));
      });

      it('has its rows, of every port and source', async () => {
        const held = await rowsOf(household, at);
        for (const [port, rows] of Object.entries(expected.rows)) expect(held[port], port).to.deep.equal(rows);
        expect([...(await household.cache.sources())].sort()).to.deep.equal(expected.sources);
      });

      it('has nothing of the snapshots that have broken, and of nothing else less than it had', async () => {
        const held = await rowsOf(household, at);
        const emptied = EMPTIED[name] ?? [];
        for (const port of emptied) {
          expect(household.ports.get(port)?.keep, port).to.equal('snapshot');
          expect(held[port], port).to.deep.equal({});
        }
        const kept = Object.keys(expected.rows).filter((port) => Object.keys(expected.rows[port] ?? {}).length > 0);
        const known = [...household.ports.keys()].filter((port) => Object.keys(held[port] ?? {}).length > 0);
        expect(kept).to.have.members(known);
        expect(kept).to.not.include.members(emptied.length === 0 ? ['none'] : [...emptied]);
      });

      it('has the logs of an integration that has left, and nothing else of it', async () => {
        for (const port of household.ports.values()) {
          const rows = await household.cache.rows(port, {}, scopeAt(at, [DEPARTED]));
          const kept = expected.rows[port.id]?.[DEPARTED]?.count ?? 0;
          expect(rows, port.id).to.have.lengthOf(kept);
          if (port.keep === 'snapshot') expect(kept, port.id).to.equal(0);
        }
        expect(expected.rows[mediaPlayback.id]?.[DEPARTED]?.count).to.be.above(0);
      });

      it('answers what it answered', async () => {
        for (const { answer, ...question } of expected.answers) {
          expect(await answerOf(household, question, at), JSON.stringify(question)).to.deep.equal(answer);
        }
      });

      it('has counted what a recount counts', async () => {
        const { cache, ports } = household;
        const recounted = { cache: createMemoryCache(), ports };
        for (const port of ports.values()) {
          await recounted.cache.declare(port);
          for (const source of expected.sources) {
            const changes = [wholeOf(port, await itemsOf(household, port, source))];
            await recounted.cache.commit({ source, task: port.id, at, fills: [], changes });
          }
        }
        const everything = [...ports.keys()].map((port): Question => ({ kind: 'tally', port, query: {} }));
        for (const question of [...everything, ...questionsOf(household)]) {
          const { limit: _, ...query } = question.query;
          for (const sources of [undefined, ...expected.sources.map((source) => [source])]) {
            const [counted, again] = [{ cache, ports }, recounted].map((asked) =>
              answerOf(asked, { ...question, query }, at, sources),
            );
            expect(await counted, JSON.stringify([question, sources])).to.deep.equal(await again);
          }
        }
      });

      it('knows what it holds when it is told the same again', async () => {
        for (const port of household.ports.values()) {
          for (const source of expected.sources) {
            const changes = [wholeOf(port, await itemsOf(household, port, source))];
            const changed = await household.cache.commit({ source, task: port.id, at, fills: [], changes });
            expect([...changed], source).to.deep.equal([]);
          }
        }
      });

      it('knows how fresh it is, where each task goes on, and what plugins remember', async () => {
        const { cache } = household;
        const fresh = freshnessOf(household);
        for (const [port, times] of Object.entries(expected.fresh)) expect(fresh[port], port).to.deep.equal(times);
        for (const { source, task, value } of expected.cursors) {
          const goesOn = restarted.has(`${source} ${task}`) ? undefined : value;
          expect(await cache.cursor(source, task), `${source} ${task}`).to.equal(goesOn);
        }
        for (const { source, key, value } of expected.memos) {
          expect(await cache.recall(source, key, clock.now()), key).to.deep.equal(value);
        }
      });

      it('lets keys do what they might do, and no more', async () => {
        const { keys } = household;
        const listed = keysOf(await keys.list());
        expect(knownTo(expected.keys, listed)).to.deep.equal(expected.keys);
        for (const { name, actions } of listed) expect(actions, `${name} may do no more than before`).to.equal(null);
        for (const key of listed) {
          const text = secrets.keys[key.name] ?? '';
          const verified = keys.verify(text, clock.now(), expected.address);
          if (key.expiresAt !== null && key.expiresAt <= at) expect(verified).to.equal('expired_key');
          else expect(verified).to.include({ name: key.name, scope: key.scope, prefix: text.slice(0, 10) });
          if (key.networks !== null) expect(keys.verify(text, clock.now(), '192.0.2.1')).to.equal('network');
        }
        const revoked = Object.keys(secrets.keys).filter((one) => !listed.some((key) => key.name === one));
        expect(revoked).to.have.lengthOf(1);
        expect(keys.verify(secrets.keys[revoked[0] ?? ''] ?? '', clock.now(), expected.address)).to.equal(
          'revoked_key',
        );
      });

      it('knows its administrator and who is signed in', async () => {
        const { database } = household;
        const { name, password } = expected.admin;
        const admins = new Admins(database, clock);
        expect((await admins.first())?.name).to.equal(name);
        expect(await admins.matches(name, password)).to.equal(true);
        expect(await admins.matches(name, `${password}!`)).to.equal(false);
        const later = manualClock(new Date(Date.parse(at) + 7 * DAY_MS).toISOString());
        for (const [id, session] of Object.entries(expected.sessions)) {
          expect(await sessionOf(new SessionStore(database, clock), id), id).to.deep.equal(session);
          expect(await sessionOf(new SessionStore(database, later), id), id).to.equal(null);
        }
      });

      it('has what the installation has noted', async () => {
        const { database } = household;
        expect(await instanceSecret(database)).to.equal(secrets.installation);
        expect(await new PackMemory(database).isTaken()).to.equal(true);
        const { at: time, keyPrefix, ...action } = expected.audit;
        const told = { id: 1, at: time, key_prefix: keyPrefix, kind: 'action', who: '', ...action };
        expect(await database('audit')).to.deep.equal([told]);
        const replays = new Replays(database, clock, silentLog);
        const done = replays.once(expected.replay.attempt, () => Promise.reject(new Error('it is done again')));
        expect(await done).to.deep.equal(expected.replay.answer);
      });

      it('loses nothing when it is tidied up', async () => {
        expect(await household.cache.prune(clock.now())).to.equal(0);
        await new SessionStore(household.database, clock).prune();
        expect(await household.database('sessions')).to.have.lengthOf(Object.keys(expected.sessions).length);
      });

      it('goes on with the plays and the downloads that it was told of last', async () => {
        for (const source of STACKS) {
          const plays = await itemsOf(household, mediaPlayback, source);
          const before = new Map(plays.map((play) => [play.id, play]));
          const sessions = await itemsOf(household, mediaSessions, source);
          const moved = sessions.map((session) => ({ ...session, positionSeconds: session.positionSeconds + 60 }));
          const stalls = await itemsOf(household, coreStalls, source);
          // Since when was not told before: the next poll does.
          const marked = new Map(stalls.filter(({ stalled }) => stalled).map(({ id, since }) => [id, since]));
          const downloads = await itemsOf(household, downloadQueue, source);
          const told = downloads.map((item) => (marked.has(item.id) ? unmarkStalled(item) : item));
          await poll(household, source, new Date(Date.parse(at) + 60_000), { sessions: moved, downloads: told });

          const playing = sessions.filter(({ paused }) => !paused);
          const after = await itemsOf(household, mediaPlayback, source);
          expect(after).to.have.lengthOf(plays.length);
          const grown = after.filter((play) => before.get(play.id)?.playedSeconds !== play.playedSeconds);
          expect(grown.map(({ playedSeconds }) => playedSeconds)).to.deep.equal(playing.map(() => 240));
          expect(marked.size).to.be.above(0);
          const since = (id: string) => (marked.has(id) ? { stalledSince: marked.get(id) } : {});
          // What its client alone called stalled was believed at once then.
          const called = (item: (typeof downloads)[number]) => item.state === 'stalled' && !marked.has(item.id);
          expect(await itemsOf(household, downloadQueue, source)).to.deep.equal(
            downloads.map((item) => (called(item) ? unmarkStalled(item) : { ...item, ...since(item.id) })),
          );
        }
      });
    });
  }
}

/** Of one source, as its plugin told them. */
async function itemsOf<P extends AnyPort>({ cache }: Household, port: P, source: string): Promise<ItemOf<P>[]> {
  const rows = await cache.rows(port, {}, scopeAt('2000-01-01T00:00:00.000Z', [source]));
  return rows.map(({ source: _, ...item }) => item as unknown as ItemOf<P>);
}

const wholeOf = ({ id, keep }: AnyPort, items: readonly unknown[]): Change => ({
  port: id,
  kind: keep === 'log' ? 'append' : 'replace',
  items: items as readonly object[],
});

const sessionOf = (store: SessionStore, id: string): Promise<SessionData | null | undefined> =>
  new Promise((resolve, reject) => {
    store.get(id, (error, session) => (error ? reject(error) : resolve(session)));
  });
