/** One poll of what a stack plays and downloads, as the sync engine commits it: the core's own memory comes of it. */
import { downloadQueue, fill, type ItemOf, mediaSessions } from '@sidelight/plugin-api';
import type { Source } from '#core/plugins/source.js';
import { Committer } from '#core/sync/committer.js';
import type { Household } from './household.js';

const RULES = { zone: 'UTC', history: { minPlaySeconds: 60, resumeMinutes: 30 }, downloads: { stallMinutes: 2 } };
const POLLED = [mediaSessions, downloadQueue] as const;

export interface Seen {
  readonly sessions: readonly ItemOf<typeof mediaSessions>[];
  readonly downloads: readonly ItemOf<typeof downloadQueue>[];
}

export async function poll(
  { cache, host }: Pick<Household, 'cache' | 'host'>,
  id: string,
  at: Date,
  { sessions, downloads }: Seen,
): Promise<void> {
  const committer = new Committer(cache, { now: () => at, after: () => () => undefined }, () => RULES);
  const source = tellingOnly(host.get(id));
  const seen = [
    [mediaSessions, sessions.map((session) => ({ ...session, seenAt: at.toISOString() }))],
    [downloadQueue, downloads],
  ] as const;
  for (const [port, items] of seen) {
    const changes = [{ port: port.id, kind: 'replace' as const, items }];
    const batch = { source: id, task: port.id, at: at.toISOString(), fills: [port.id], changes };
    await committer.commit(batch, source, () => true);
  }
}

/** A source that tells who plays what, and leaves it to the core to make plays of it. */
function tellingOnly(source: Source | undefined): Source {
  if (source === undefined) throw new Error('poll an integration of the household');
  const tasks = POLLED.map((port) => fill(port, '1m', async () => []));
  return { ...source, integration: { check: async () => ({}), tasks } };
}
