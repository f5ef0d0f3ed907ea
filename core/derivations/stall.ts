/** The stall rule: a started, unpaused download that makes no progress is stalled, whatever its client calls it. Pure. */
import { definePort, type downloadQueue, IsoTime, type ItemOf, Type } from '@sidelight/plugin-api';

/** What is remembered between polls: since when each download has stood still. */
export const coreStalls = definePort({
  id: 'core.stalls',
  keep: 'snapshot',
  key: (stall) => stall.id,
  item: Type.Object({
    id: Type.String({ description: 'Of the download' }),
    leftBytes: Type.Integer(),
    since: IsoTime(),
    stalled: Type.Boolean({ description: 'The rule called it stalled, not the client' }),
  }),
});

export type Download = ItemOf<typeof downloadQueue>;
export type Stall = ItemOf<typeof coreStalls>;

export interface StallSettings {
  readonly stallMinutes: number;
}

/**
 * What to remember of a queue: one entry per download that should be moving, those `stalled` that stand still for too long.
 * @param queue the whole queue as its client describes it, without marks of this rule
 * @param previousAt ISO time when the queue was last seen: time that nobody watched proves nothing
 */
export function watchQueue(
  queue: readonly Download[],
  memory: readonly Stall[],
  now: Date,
  previousAt: string | undefined,
  { stallMinutes }: StallSettings,
): readonly Stall[] {
  const limit = stallMinutes * 60_000;
  const known = new Map(memory.map((stall) => [stall.id, stall]));
  const unwatched = previousAt === undefined || now.getTime() - Date.parse(previousAt) >= limit;
  return queue.filter(shouldMove).map((item) => {
    const before = known.get(item.id);
    const fresh = { id: item.id, leftBytes: item.leftBytes, since: now.toISOString(), stalled: false };
    if (before === undefined || before.leftBytes !== item.leftBytes) return fresh;
    if (before.stalled) return before;
    const stoodMs = now.getTime() - Date.parse(before.since);
    return unwatched || stoodMs < 0 ? fresh : { ...before, stalled: stoodMs >= limit };
  });
}

const shouldMove = (item: Download): boolean =>
  item.state === 'downloading' && (item.leftBytes > 0 || item.sizeBytes === 0);

export const markStalled = (item: Download, since: string, { stallMinutes }: StallSettings): Download => ({
  ...item,
  stalledSince: since,
  state: 'stalled',
  reason: `no progress for ${stallMinutes} min`,
});

/** The item as its client described it before it was marked. */
export function unmarkStalled({ reason: _, stalledSince: __, ...item }: Download): Download {
  return { ...item, state: 'downloading' };
}
