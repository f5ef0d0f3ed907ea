/** What the graphs cost over a long history: as many statements as over a short one, and after a play none that brings more than is new. */
import { mediaPlaytime } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { declarePorts } from '#core/derivations/ports.js';
import { widget as graphs } from '#widgets/graphs.js';
import { declareAll, plays, tell } from '../history/tell.js';
import { POSTGRES, postgresPlace, sqlitePlace } from './caches.js';

const NOW = Date.parse('2026-11-20T20:00:00.000Z');
const DAYS = 30;

const reads = Object.values(graphs.reads({ days: '30' })).filter(({ port }) => port?.id === mediaPlaytime.id);

const playAt = (index: number, ms: number) => ({
  ...{ id: `p${index}`, userId: `u${index % 5}`, title: `Film ${index % 30}`, kind: 'movie' as const },
  ...{ startedAt: new Date(ms).toISOString(), playedSeconds: 600, method: 'direct' as const, client: 'tv' },
});

async function ask(cache: Cache, ms: number): Promise<void> {
  for (const { kind, port, query = {} } of reads) {
    if (port !== undefined && kind !== 'digest') await cache[kind](port, query, { now: new Date(ms), zone: 'UTC' });
  }
}

interface Cost {
  readonly statements: number;
  readonly rows: number;
}

interface Costs {
  readonly first: Cost;
  readonly afterPlay: Cost;
  readonly unchanged: Cost;
}

const rowsOf = (answer: unknown): number => {
  const rows = Array.isArray(answer) ? answer : (answer as { readonly rows?: unknown } | null)?.rows;
  return Array.isArray(rows) ? rows.length : 0;
};

/** @param perDay so many plays on each of the last forty days */
async function costsOver(perDay: number, server: string | undefined): Promise<Costs> {
  const place = await (server === undefined ? sqlitePlace() : postgresPlace(server));
  const db = await openDatabase(place.location);
  const cache = await createKnexCache(db);
  try {
    await declareAll(cache);
    await declarePorts(cache, [mediaPlaytime], reads);
    const count = perDay * 40;
    const past = Array.from({ length: count }, (_, i) =>
      playAt(i, NOW - 3_600_000 - Math.floor((i * 86_400_000) / perDay)),
    );
    const at = new Date(NOW).toISOString();
    await tell(cache, { source: 'tv', at, changes: past.map((play) => plays(play)) });
    let [statements, rows] = [0, 0];
    db.on('query', () => statements++);
    db.on('query-response', (_: unknown, { response }: { readonly response?: unknown }) => {
      rows += rowsOf(response);
    });
    const costOf = async (ms: number): Promise<Cost> => {
      [statements, rows] = [0, 0];
      await ask(cache, ms);
      return { statements, rows };
    };
    const first = await costOf(NOW);
    await tell(cache, { source: 'tv', at, changes: [plays(playAt(count, NOW - 60_000))] });
    const afterPlay = await costOf(NOW + 15_000);
    return { first, afterPlay, unchanged: await costOf(NOW + 30_000) };
  } finally {
    await cache.close();
    await db.destroy();
    await place.remove();
  }
}

for (const server of POSTGRES === undefined ? [undefined] : [undefined, POSTGRES]) {
  describe(`the statements behind the graphs on ${server === undefined ? 'SQLite' : 'PostgreSQL'}`, () => {
    let few: Costs;
    let many: Costs;
    before(async () => {
      few = await costsOver(2, server);
      many = await costsOver(100, server);
    });

    it('are as many over a long history as over a short one, after a start', () => {
      expect(few.first.statements).to.be.at.most(reads.length * DAYS + 24);
      expect(many.first.statements).to.equal(few.first.statements);
    });

    it('bring what is new after a play, and no more of a long history', () => {
      expect(many.afterPlay).to.deep.equal(few.afterPlay);
      expect(few.afterPlay.statements).to.be.at.most(reads.length + 1);
      expect(few.afterPlay.rows).to.be.at.most(2 * few.afterPlay.statements);
    });

    it('are none where nothing has changed', () => {
      expect([few.unchanged.statements, many.unchanged.statements]).to.deep.equal([1, 1]);
    });
  });
}
