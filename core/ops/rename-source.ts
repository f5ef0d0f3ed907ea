import { opsHealth } from '@sidelight/plugin-api';
import type { Cache } from '../cache/cache.js';

/** An integration that got another id keeps its rows; the one about itself bears its id. */
export async function renameSource(cache: Cache, from: string, to: string): Promise<void> {
  await cache.rename(from, to);
  await cache.declare(opsHealth);
  const rows = await cache.rows(opsHealth, {}, { now: new Date(), zone: 'UTC', sources: [to] });
  const own = rows.find(({ id }) => id === from);
  if (own === undefined) return;
  const { source, ...row } = own;
  const upsert = [{ ...row, id: to, name: row.name === from ? to : row.name }];
  const change = { port: opsHealth.id, kind: 'patch' as const, upsert, remove: [from] };
  await cache.commit({ source, task: '@ops', at: new Date().toISOString(), fills: [], changes: [change] });
}
