/** A field of the plays that is indexed from now on: what a start has to do before it is ready. */
import { type AnyPort, definePort, mediaPlayback } from '@sidelight/plugin-api';
import type { Figure } from '../report.js';
import { cpuOf, onSqlite } from './on-sqlite.js';

const PLAYS = 1_000_000;
const AT_ONCE = 5000;

export const playsFrom = (from: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => {
    const i = from + n;
    return {
      ...{ id: `p${i}`, userId: `u${i % 20}`, viewer: `User ${i % 20}`, itemId: `i${i % 50_000}`, kind: 'movie' },
      ...{ title: `Title ${i % 500}`, client: `Client ${i % 9}`, device: 'A television', method: 'direct' },
      startedAt: new Date(Date.UTC(2026, 10, 20) - i * 60_000).toISOString(),
      playedSeconds: 60 + (i % 7000),
      origin: 'recorded',
    };
  });

const indexed = (fields: readonly string[]): AnyPort => definePort({ ...mediaPlayback, index: fields as never });

export async function reindexing(): Promise<readonly Figure[]> {
  return onSqlite(async ({ cache }) => {
    const fields = mediaPlayback.index ?? [];
    await cache.declare(indexed(fields));
    for (let from = 0; from < PLAYS; from += AT_ONCE) {
      const changes = [{ port: mediaPlayback.id, kind: 'append' as const, items: playsFrom(from, AT_ONCE) }];
      await cache.commit({ source: 'bench', task: 'all', at: new Date().toISOString(), fills: [], changes });
    }
    const seconds = await cpuOf(() => cache.declare(indexed([...fields, 'client'])));
    return [{ what: `a new indexed field on ${PLAYS} plays, CPU`, value: seconds, unit: 's', atMost: 5 }];
  });
}
