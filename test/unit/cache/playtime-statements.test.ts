/** What it costs to ask how much was watched, however far back: which statements are sent, and how SQLite goes about them. */
import { type AnyWidget, mediaPlayback, mediaPlaytime, mediaStreams, type Read } from '@sidelight/plugin-api';
import { askedReads } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { declarePorts } from '#core/derivations/ports.js';
import { widget as statistics } from '#widgets/statistics.js';
import { widget as watch } from '#widgets/watch.js';
import { declareAll, plays, tell } from '../history/tell.js';
import { SCOPE } from './batches.js';
import { type Place, sqlitePlace } from './caches.js';

interface Statement {
  readonly sql: string;
  readonly bindings: readonly (string | number)[];
}

const LOGS: ReadonlySet<string> = new Set([mediaPlayback, mediaPlaytime, mediaStreams].map(({ id }) => id));

const asked = (widget: AnyWidget) =>
  [...askedReads(widget)].map(([query, reads]) => {
    const ofLogs = Object.values(reads).filter(({ port }) => LOGS.has(port?.id ?? ''));
    // The same question is asked once.
    const each = [
      ...new Map(ofLogs.map((read) => [JSON.stringify([read.port?.id, read.kind, read.query]), read])).values(),
    ];
    return { query, reads: each, isEver: query.includes('"days":"all"') };
  });

describe('the statements behind watch time', () => {
  let place: Place;
  let db: Knex;
  let cache: Cache;
  const every = [statistics, watch].flatMap((widget) => asked(widget));
  beforeEach(async () => {
    place = await sqlitePlace();
    db = await openDatabase(place.location);
    cache = await createKnexCache(db);
    await declareAll(cache);
    await declarePorts(
      cache,
      [mediaPlaytime, mediaStreams],
      every.flatMap(({ reads }) => reads),
    );
    const startedAt = '2026-11-20T20:00:00.000Z';
    const film = { id: 'p', userId: 'u', title: 'Metropolis', kind: 'movie', startedAt, playedSeconds: 5400 } as const;
    await tell(cache, { source: 'tv', at: startedAt, changes: [plays(film)] });
  });
  afterEach(async () => {
    await cache.close();
    await db.destroy();
    await place.remove();
  });

  async function sentBy(reads: readonly Read[]): Promise<readonly Statement[]> {
    const sent: Statement[] = [];
    const note = ({ sql, bindings }: Statement): void => void sent.push({ sql, bindings });
    db.on('query', note);
    for (const { kind, port, query = {} } of reads) {
      if (port !== undefined && kind !== 'digest') await cache[kind](port, query, SCOPE);
    }
    db.removeListener('query', note);
    return sent;
  }

  it('are one for each question at the most, and none brings rows', async () => {
    for (const { query, reads } of every) {
      const sent = await sentBy(reads);
      expect(sent.length, query).to.be.at.most(reads.length);
      expect(sent.length, query).to.be.at.most(8);
      for (const { sql } of sent) expect(sql, query).to.not.match(/\bitem\b/);
    }
  });

  it('look at no row for all that was ever played', async () => {
    for (const { query, reads } of every.filter(({ isEver }) => isEver)) {
      const ever = reads.filter(({ query }) => query?.since === undefined);
      expect(ever, query).to.not.be.empty;
      for (const { sql } of await sentBy(ever)) expect(sql, query).to.match(/FROM counters WHERE/);
    }
  });

  it('find a window by its index', async () => {
    for (const { query, reads } of every) {
      const windows = await sentBy(reads.filter(({ query }) => query?.since !== undefined));
      for (const { sql, bindings } of windows) {
        const steps: { detail: string }[] = await db.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
        expect(steps.map(({ detail }) => detail).join('\n'), query).to.match(/SEARCH rows_.*[( ]at>\?/);
      }
    }
  });

  it('write to two indexes for each quarter of an hour, beside that of the keys', async () => {
    const [table]: { name: string }[] = await db.raw(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rows_%_media_playtime'`,
    );
    const indices: object[] = await db.raw(
      `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
      [table?.name ?? ''],
    );
    expect(indices).to.have.lengthOf(3);
  });

  it('answer the same for a window as for all that was ever played, as long as that is all', async () => {
    const [ever, year] = (['all', '365'] as const).map((days) => statistics.reads({ days, kind: 'all' }));
    if (ever === undefined || year === undefined) throw new Error('there are two');
    const ask = ({ port, query = {} }: Read) => cache.top(port as typeof mediaPlaytime, query, SCOPE);
    const [seconds, begun, within] = await Promise.all([ask(ever.seconds), ask(ever.begun), ask(year.seconds)]);
    expect([seconds[0]?.sum, begun[0]?.sum]).to.deep.equal([within[0]?.sum, within[0]?.distinct]);
    expect([seconds[0]?.key, seconds[0]?.source]).to.deep.equal([within[0]?.key, 'tv']);
  });
});
