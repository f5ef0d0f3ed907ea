/** Runs the stall rule over each batch that says what a download client works on. */
import { downloadQueue } from '@sidelight/plugin-api';
import type { Change } from '../cache/cache.js';
import { type Derivation, rememberChange, stateAfter } from './derivation.js';
import { coreStalls, type Download, type Stall, showStall, toldBefore, watchQueue } from './stall.js';

export const stallDerivation: Derivation = {
  port: downloadQueue,
  memory: coreStalls,
  derive({ batch, committed, memory, previousAt, settings }) {
    const before = byId(memory as readonly Stall[]);
    const told = (committed as readonly Download[]).map((item) => {
      const stall = before.get(item.id);
      return stall === undefined ? item : toldBefore(item, stall);
    });
    const queue = [...stateAfter(downloadQueue, told, batch.changes).values()] as Download[];
    const watched = watchQueue(queue, [...before.values()], new Date(batch.at), previousAt, settings.downloads);

    const after = byId(watched);
    const show = (item: Download): Download => {
      const stall = after.get(item.id);
      return stall === undefined ? item : showStall(item, stall, settings.downloads);
    };
    const shown = batch.changes.map((change) => (change.port === downloadQueue.id ? withItems(change, show) : change));
    const named = namedBy(batch.changes);
    const differs = ({ id }: Download): boolean => after.get(id)?.stalled !== before.get(id)?.stalled;
    const unnamed = queue.filter((item) => !named.has(item.id) && differs(item)).map(show);
    return [
      ...shown,
      ...(unnamed.length === 0
        ? []
        : [{ port: downloadQueue.id, kind: 'patch' as const, upsert: unnamed, remove: [] }]),
      ...rememberChange(coreStalls, memory, watched),
    ];
  },
};

const byId = (stalls: readonly Stall[]): ReadonlyMap<string, Stall> =>
  new Map(stalls.map((stall) => [stall.id, stall]));

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
