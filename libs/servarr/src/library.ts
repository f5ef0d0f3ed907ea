/** The titles that a manager looks after, held in memory: records of queues and histories name them by number alone. */
import { codeOf, type ItemIn, type releaseTitles } from '@sidelight/plugin-api';

export type Title = ItemIn<typeof releaseTitles>;

interface Upstream<T extends Title> {
  all(signal: AbortSignal): Promise<readonly T[]>;
  /** Throws not_found when there is none of this id (any more). */
  one(id: number, signal: AbortSignal): Promise<T>;
}

export interface Library<T extends Title = Title> {
  /** Asks for all of them. */
  load(signal: AbortSignal): Promise<readonly T[]>;
  /** All that are held; asks for them while none are. */
  known(signal: AbortSignal): Promise<readonly T[]>;
  /** By id, those with the given ids and any others. Asks only for what is not held yet. */
  find(ids: readonly (number | null | undefined)[], signal: AbortSignal): Promise<ReadonlyMap<number, T>>;
}

/** When more than this are missing, all are asked for instead of each. */
const FEW = 5;

export function createLibrary<T extends Title>({ all, one }: Upstream<T>): Library<T> {
  let held: Map<number, T> | undefined;
  let loading: Promise<Map<number, T>> | undefined;
  /** Asked for in vain since all were loaded. */
  const absent = new Set<number>();

  async function refresh(signal: AbortSignal): Promise<Map<number, T>> {
    const titles = await all(signal);
    absent.clear();
    held = new Map(titles.map((title) => [Number(title.id), title]));
    return held;
  }

  /** Several tasks start at once: one list serves them all. */
  function load(signal: AbortSignal): Promise<Map<number, T>> {
    loading ??= refresh(signal).finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function lookUp(known: Map<number, T>, id: number, signal: AbortSignal): Promise<void> {
    try {
      known.set(id, await one(id, signal));
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
      absent.add(id);
    }
  }

  return {
    load: async (signal) => [...(await load(signal)).values()],
    known: async (signal) => [...(held ?? (await load(signal))).values()],

    async find(ids, signal) {
      const wanted = [...new Set(ids)].filter((id) => typeof id === 'number');
      if (wanted.length === 0) return new Map();
      const lacking = wanted.filter((id) => held?.has(id) !== true && !absent.has(id));
      if (held !== undefined && lacking.length <= FEW) {
        for (const id of lacking) await lookUp(held, id, signal);
        return held;
      }
      const known = await load(signal);
      for (const id of lacking) if (!known.has(id)) absent.add(id);
      return known;
    },
  };
}
