/** What is known of the sources of a port, and whose rows a read sees. */
import type { AnyPort, SourceState } from '@sidelight/plugin-api';
import type { Cache, Scope } from '../cache/cache.js';
import { CORE } from '../ops/notices.js';
import type { Source, Sources } from '../plugins/source.js';
import type { Privacy } from '../settings/privacy.js';
import type { Availabilities } from '../sync/availability.js';
import type { Plans } from '../sync/task-plan.js';
import type { LeftOutSources } from './left-out.js';

/** What a read may see, and when and where it is asked. */
export interface ReadScope {
  readonly now: Date;
  readonly zone: string;
  /** null: all. */
  readonly sources: readonly string[] | null;
  /** What the answers are for need not know. */
  readonly privacy?: Privacy | null;
}

/** Rows that are older than so many intervals of their task are stale. */
const STALE_INTERVALS = 3;
const SHORTEST_MS = 60_000;

/** Ports that the core itself fills, with rows about itself and about every integration. */
export const isOps = (port: string): boolean => port.startsWith('ops.');

export class SourceStates {
  constructor(
    private readonly sources: Sources,
    private readonly engine: Pick<Availabilities, 'of'> & Plans,
    private readonly cache: Pick<Cache, 'fetchedAt'>,
    private readonly leftOut: Pick<LeftOutSources, 'has' | 'of'>,
  ) {}

  /** Of everyone who supplies the port to the cache: the core first, then in YAML order. */
  of(port: string, { sources, now }: ReadScope): readonly SourceState[] {
    const fetchedAt = this.cache.fetchedAt(port);
    const own: SourceState[] = isOps(port) ? [{ id: CORE, state: 'ok', fetchedAt: fetchedAt.get(CORE) ?? null }] : [];
    const others = this.inScope(sources, port).flatMap((source): SourceState[] => {
      const at = fetchedAt.get(source.id) ?? null;
      const everyMs = this.engine.planOf(source).supplied.get(port);
      // One that could not be created has no tasks: its rows are still there.
      if (everyMs === undefined && (source.integration !== null || at === null || isOps(port))) return [];
      return [this.withSince({ id: source.id, state: this.stateOf(source, at, everyMs ?? 0, now), fetchedAt: at })];
    });
    return [...own, ...others];
  }

  /** Whether some source has answered: what it said is a fact then, and what nobody said is none. What the core says of itself always is. */
  isKnown(port: AnyPort, scope: ReadScope): boolean {
    if (isOps(port.id)) return true;
    if (port.keep === 'snapshot') return this.of(port.id, scope).some(({ fetchedAt }) => fetchedAt !== null);
    const told = [...this.cache.fetchedAt(port.id).keys()].filter((id) => !this.leftOut.has(port.id, id));
    return told.some((id) => scope.sources === null || scope.sources.includes(id));
  }

  /** @param otherwise where its checks do not say since when: epoch milliseconds */
  withSince(state: SourceState, otherwise?: number): SourceState {
    if (state.state !== 'down') return state;
    const { state: checked, since } = this.engine.of(state.id);
    if ((checked === 'down' || checked === 'refused') && since !== undefined) return { ...state, since };
    return otherwise === undefined ? state : { ...state, since: new Date(otherwise).toISOString() };
  }

  /**
   * Whose rows count, in this order. Rows of a log outlive their source, those of a snapshot count only while their source
   * supplies it.
   */
  seen(port: AnyPort, scope: ReadScope): Pick<Scope, 'sources' | 'except'> {
    if (port.keep === 'log') {
      const except = this.leftOut.of(port.id);
      if (scope.sources !== null) return { sources: scope.sources.filter((id) => !except.includes(id)) };
      return except.length === 0 ? {} : { except };
    }
    if (!isOps(port.id)) return { sources: this.of(port.id, scope).map(({ id }) => id) };
    return { sources: scope.sources ?? [CORE, ...this.sources.all().map(({ id }) => id)] };
  }

  /** Those that count for a port, in YAML order. */
  inScope(only: readonly string[] | null, port: string): readonly Source[] {
    return this.sources.all().filter(({ id }) => (only === null || only.includes(id)) && !this.leftOut.has(port, id));
  }

  private stateOf(source: Source, fetchedAt: string | null, everyMs: number, now: Date): SourceState['state'] {
    const { state } = this.engine.of(source.id);
    if (state === 'down' || state === 'refused' || source.integration === null) return 'down';
    if (fetchedAt === null) return 'stale';
    const age = now.getTime() - Date.parse(fetchedAt);
    return age > Math.max(SHORTEST_MS, STALE_INTERVALS * everyMs) ? 'stale' : 'ok';
  }
}
