/** What it takes to make a dashboard about plays anew: no more statements, and none that reads more, over a long history than over a short one. */
import { mediaPlayback, mediaPlaytime, mediaStreams, type Read } from '@sidelight/plugin-api';
import { askedReads } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { declarePorts } from '#core/derivations/ports.js';
import { widget as sessions } from '#widgets/sessions.js';
import { widget as statistics } from '#widgets/statistics.js';
import { widget as users } from '#widgets/users.js';
import { widget as viewers } from '#widgets/viewers.js';
import { widget as watch } from '#widgets/watch.js';
import { declareAll, plays, tell } from '../history/tell.js';
import { sqlitePlace } from './caches.js';

const NOW = Date.parse('2026-11-20T20:00:00.000Z');
const LOGS: ReadonlySet<string> = new Set([mediaPlayback, mediaPlaytime, mediaStreams].map(({ id }) => id));

const reads: readonly Read[] = [statistics, watch, users, viewers, sessions]
  .flatMap((widget) => [...askedReads(widget)].flatMap(([, asked]) => Object.values(asked)))
  .filter(({ port, kind, query }) => kind !== 'rows' && query?.since !== undefined && LOGS.has(port?.id ?? ''));

const playAt = (index: number, ms: number) => ({
  ...{ id: `p${index}`, userId: `u${index % 5}`, title: `Film ${index % 30}`, kind: 'movie' as const },
  ...{ startedAt: new Date(ms).toISOString(), playedSeconds: 600 },
});

async function ask(cache: Cache, ms: number): Promise<void> {
  for (const { kind, port, query = {} } of reads) {
    if (port !== undefined && kind !== 'digest') await cache[kind](port, query, { now: new Date(ms), zone: 'UTC' });
  }
}

/** How many statements answer all of it once more, after somebody has played something. */
async function statementsOver(count: number): Promise<number> {
  const place = await sqlitePlace();
  const db = await openDatabase(place.location);
  const cache = await createKnexCache(db);
  try {
    await declareAll(cache);
    await declarePorts(cache, [mediaPlayback, mediaPlaytime, mediaStreams], reads);
    const past = Array.from({ length: count }, (_, i) => playAt(i, NOW - 3_600_000 - (i * 500 * 3_600_000) / count));
    const at = new Date(NOW).toISOString();
    await tell(cache, { source: 'tv', at, changes: past.map((play) => plays(play)) });
    await ask(cache, NOW);
    await tell(cache, { source: 'tv', at, changes: [plays(playAt(count, NOW - 60_000))] });
    let sent = 0;
    db.on('query', () => sent++);
    await ask(cache, NOW + 15_000);
    const asked = sent;
    await ask(cache, NOW + 30_000);
    expect(sent, 'nothing has changed since').to.equal(asked);
    return asked;
  } finally {
    await cache.close();
    await db.destroy();
    await place.remove();
  }
}

describe('a remake after a play', () => {
  it('sends as many statements over 2,000 plays as over 20', async () => {
    const few = await statementsOver(20);
    expect(few).to.be.within(1, reads.length);
    expect(await statementsOver(2_000)).to.equal(few);
  });
});
