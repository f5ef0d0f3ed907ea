/**
 * The stall rule: a started, unpaused download that makes no progress for long enough is stalled, and none before. A
 * client that calls it so gives the reason, and may tell since when. Pure.
 */
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
    stalled: Type.Boolean({ description: 'For long enough to be shown so' }),
    reason: Type.Optional(Type.String({ description: 'Why the client calls it stalled' })),
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
  const hasStood = (since: string): boolean => now.getTime() - Date.parse(since) >= limit;
  return queue.filter(shouldMove).map((item) => {
    const stall = { id: item.id, leftBytes: item.leftBytes, ...(isCalledStalled(item) ? reasonOf(item) : {}) };
    // The client has watched where nobody else did.
    if (item.stalledSince !== undefined) {
      return { ...stall, since: item.stalledSince, stalled: hasStood(item.stalledSince) };
    }
    const fresh = { ...stall, since: now.toISOString(), stalled: false };
    const before = known.get(item.id);
    if (before === undefined || before.leftBytes !== item.leftBytes) return fresh;
    const { since, stalled } = before;
    if (stalled) return { ...stall, since, stalled };
    return unwatched || Date.parse(since) > now.getTime() ? fresh : { ...stall, since, stalled: hasStood(since) };
  });
}

/** In the client's words; the rule decides whether it is believed. */
const isCalledStalled = (item: Download): boolean => item.state === 'stalled';

const shouldMove = (item: Download): boolean =>
  isCalledStalled(item) || (item.state === 'downloading' && (item.leftBytes > 0 || item.sizeBytes === 0));

const reasonOf = ({ reason }: Download) => (reason === undefined ? {} : { reason });

/** The item as it is shown, by what the rule made of it. */
export function showStall(
  item: Download,
  { stalled, since, reason }: Stall,
  { stallMinutes }: StallSettings,
): Download {
  if (!stalled) return isCalledStalled(item) ? unmarkStalled(item) : item;
  return { ...item, stalledSince: since, state: 'stalled', reason: reason ?? `no progress for ${stallMinutes} min` };
}

/** The item as its client described it, as far as the rule needs it, from how it was shown. */
export function toldBefore(item: Download, { stalled, reason }: Stall): Download {
  if (reason !== undefined) return { ...unmarkStalled(item), state: 'stalled', reason };
  return stalled ? unmarkStalled(item) : item;
}

/** The item as a client describes it that has nothing to complain of. */
export function unmarkStalled({ reason: _, stalledSince: __, ...item }: Download): Download {
  return { ...item, state: 'downloading' };
}
