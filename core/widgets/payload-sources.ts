/** The sources of a payload, from those of its reads. */
import type { SourceState } from '@sidelight/plugin-api';
import { CORE } from '../ops/notices.js';

export interface ReadSources {
  /** The core's own facts, which are there whatever is connected. */
  readonly isOwn: boolean;
  readonly sources: readonly SourceState[];
}

const GRAVITY = { ok: 0, stale: 1, down: 2 } as const;

/**
 * Each source once, as bad as its worst read. The core counts only where nobody else could: a payload that also shows
 * what integrations supply is disconnected without them.
 * @param order ids of the integrations as in the YAML
 */
export function payloadSources(reads: readonly ReadSources[], order: readonly string[]): readonly SourceState[] {
  const supplied = reads.filter(({ isOwn }) => !isOwn);
  const merged = new Map<string, SourceState>();
  for (const state of (supplied.length === 0 ? reads : supplied).flatMap(({ sources }) => sources)) {
    const before = merged.get(state.id);
    merged.set(state.id, before === undefined ? state : worse(before, state));
  }
  return [CORE, ...order].flatMap((id) => merged.get(id) ?? []);
}

const worse = (a: SourceState, b: SourceState): SourceState => ({
  id: a.id,
  state: GRAVITY[a.state] >= GRAVITY[b.state] ? a.state : b.state,
  fetchedAt: earlier(a.fetchedAt, b.fetchedAt),
  ...longest(a.since, b.since),
});

const longest = (a = '', b = ''): { readonly since?: string } => {
  const [since] = [a, b].filter((time) => time !== '').sort();
  return since === undefined ? {} : { since };
};

/** null: never. */
const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? null : a < b ? a : b;
