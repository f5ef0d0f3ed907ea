/** The titles that a manager looks after, held in memory: records of queues and histories name them by number alone. */
import { codeOf, type ItemIn, type releaseTitles } from '@sidelight/plugin-api';

export type Title = ItemIn<typeof releaseTitles>;

interface Upstream {
  all(signal: AbortSignal): Promise<readonly Title[]>;
  /** Throws not_found when there is none of this id (any more). */
  one(id: number, signal: AbortSignal): Promise<Title>;
}

export interface Library {
  /** Asks for all of them. */
  load(signal: AbortSignal): Promise<readonly Title[]>;
  /** By id, those with the given ids and any others. Asks only for what is not held yet. */
  find(ids: readonly (number | null | undefined)[], signal: AbortSignal): Promise<ReadonlyMap<number, Title>>;
}

/** When more than this are missing, all are asked for instead of each. */
const FEW = 5;

export function createLibrary({ all, one }: Upstream): Library {
  let held: Map<number, Title> | undefined;
  let loading: Promise<Map<number, Title>> | undefined;
  /** Asked for in vain since all were loaded. */
  const absent = new Set<number>();

  async function refresh(signal: AbortSignal): Promise<Map<number, Title>> {
    const titles = await all(signal);
    absent.clear();
    held = new Map(titles.map((title) => [Number(title.id), title]));
    return held;
  }

  /** Several tasks start at once: one list serves them all. */
  function load(signal: AbortSignal): Promise<Map<number, Title>> {
    loading ??= refresh(signal).finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function lookUp(known: Map<number, Title>, id: number, signal: AbortSignal): Promise<void> {
    try {
      known.set(id, await one(id, signal));
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
      absent.add(id);
    }
  }

  return {
    load: async (signal) => [...(await load(signal)).values()],

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
