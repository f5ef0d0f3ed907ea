/** Runs the stall rule over each batch that says what a download client works on. */
import { downloadQueue } from '@sidelight/plugin-api';
import type { Change } from '../cache/cache.js';
import { type Derivation, rememberChange, stateAfter } from './derivation.js';
import { coreStalls, type Download, markStalled, type Stall, unmarkStalled, watchQueue } from './stall.js';

export const stallDerivation: Derivation = {
  port: downloadQueue,
  memory: coreStalls,
  derive({ batch, committed, memory, previousAt, settings }) {
    const before = memory as readonly Stall[];
    const marked = new Set(before.filter((stall) => stall.stalled).map((stall) => stall.id));
    const told = (committed as readonly Download[]).map((item) => (marked.has(item.id) ? unmarkStalled(item) : item));
    const queue = [...stateAfter(downloadQueue, told, batch.changes).values()] as Download[];
    const after = watchQueue(queue, before, new Date(batch.at), previousAt, settings.downloads);

    const stalled = new Map(after.filter((stall) => stall.stalled).map((stall) => [stall.id, stall.since]));
    const show = (item: Download): Download => {
      const since = stalled.get(item.id);
      return since === undefined ? item : markStalled(item, since, settings.downloads);
    };
    const shown = batch.changes.map((change) => (change.port === downloadQueue.id ? withItems(change, show) : change));
    const named = namedBy(batch.changes);
    const unnamed = queue
      .filter((item) => !named.has(item.id) && stalled.has(item.id) !== marked.has(item.id))
      .map(show);
    return [
      ...shown,
      ...(unnamed.length === 0
        ? []
        : [{ port: downloadQueue.id, kind: 'patch' as const, upsert: unnamed, remove: [] }]),
      ...rememberChange(coreStalls, memory, after),
    ];
  },
};

function withItems(change: Change, show: (item: Download) => Download): Change {
  if (change.kind === 'patch') return { ...change, upsert: (change.upsert as readonly Download[]).map(show) };
  return { ...change, items: (change.items as readonly Download[]).map(show) };
}

/** Ids of the downloads that the batch itself describes. */
function namedBy(changes: readonly Change[]): ReadonlySet<string> {
  const own = changes.filter((change) => change.port === downloadQueue.id);
  const items = own.flatMap((change) => (change.kind === 'patch' ? change.upsert : change.items));
  return new Set((items as readonly Download[]).map((item) => item.id));
}
