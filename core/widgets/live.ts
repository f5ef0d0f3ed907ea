/** Live reads: every integration that serves a port is asked now, at the same time as the others. */
import type { AnyPort, RouteFragment, Rows, SourceState } from '@sidelight/plugin-api';
import type { Cache } from '../cache/cache.js';
import { admitLive } from '../derivations/derive.js';
import type { Log } from '../ground/log.js';
import type { Source } from '../plugins/source.js';
import type { Availabilities } from '../sync/availability.js';
import type { Clock } from '../time/clock.js';
import { inTime } from '../time/deadline.js';
import type { CachedReads } from './cached-reads.js';
import { type Call, goodUntil, LiveLine } from './live-line.js';
import type { ReadScope, SourceStates } from './source-states.js';

export interface LiveParts {
  readonly states: SourceStates;
  readonly cached: CachedReads;
  readonly availabilities: Availabilities;
  readonly cache: Pick<Cache, 'generation' | 'fetchedAt'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface LiveAnswer {
  readonly rows: Rows<object>;
  /** Some source has answered, or had a moment ago. */
  readonly isKnown: boolean;
  /** Epoch milliseconds: until then the same question gets the same answer. */
  readonly validUntil: number;
}

interface Part {
  readonly state: SourceState;
  readonly items: Rows<object>['items'];
  readonly isKnown: boolean;
  readonly validUntil: number;
}

/** Rows of a source that does not answer are shown for so long: one missed answer is no news, and what was a while ago is not now. */
const LAST_GOOD_MS = 60_000;

export class LiveReader {
  private readonly lines = new WeakMap<Source, Map<string, LiveLine>>();

  constructor(private readonly parts: LiveParts) {}

  /**
   * Rows in YAML order. A source without a fragment but with a task that fills the port is answered from the cache.
   * @param until epoch milliseconds: a source that has not answered by then counts as down for this answer
   */
  async read(port: AnyPort, scope: ReadScope, until = Number.POSITIVE_INFINITY): Promise<LiveAnswer> {
    const { states, clock } = this.parts;
    const cached = new Map(states.of(port.id, scope).map((state) => [state.id, state]));
    const asked = states.inScope(scope.sources, port.id).flatMap((source): Promise<Part>[] => {
      const fragment = fragmentOf(source, port.id);
      if (fragment !== undefined) return [this.ask(source, port, fragment, scope, until)];
      const state = cached.get(source.id);
      return state === undefined ? [] : [this.recall(state, port, scope)];
    });
    const answers = await Promise.all(asked);
    return {
      rows: { items: answers.flatMap(({ items }) => items), sources: answers.map(({ state }) => state) },
      isKnown: answers.some(({ isKnown }) => isKnown),
      validUntil: Math.min(goodUntil(clock.now().getTime()), ...answers.map(({ validUntil }) => validUntil)),
    };
  }

  /** The next read asks this source anew, however fresh its last answer is. */
  outdate(source: Source, port: string): void {
    this.lines.get(source)?.get(port)?.outdate();
  }

  /** Its rows are those of a while ago, as its task runs, until it has been down for a while. */
  private async recall(state: SourceState, port: AnyPort, scope: ReadScope): Promise<Part> {
    const isGone = state.since !== undefined && scope.now.getTime() - Date.parse(state.since) >= LAST_GOOD_MS;
    const items = isGone ? [] : await this.parts.cached.rowsOf(state.id, port, scope);
    return { state, items, isKnown: !isGone && state.fetchedAt !== null, validUntil: Number.POSITIVE_INFINITY };
  }

  private async ask(
    source: Source,
    port: AnyPort,
    fragment: RouteFragment,
    scope: ReadScope,
    until: number,
  ): Promise<Part> {
    const line = this.lineOf(source, port, fragment);
    const call = await this.withPatience(line.ask(), until);
    if (call === null || call.rows === null) return this.lastGood(source, port, scope, line, call);
    const fetchedAt = new Date(call.at).toISOString();
    const state: SourceState = { id: source.id, state: 'ok', fetchedAt };
    return { state, items: call.rows, isKnown: true, validUntil: goodUntil(call.at) };
  }

  /** What a task stored meanwhile may be newer than the last live answer. */
  private async lastGood(
    source: Source,
    port: AnyPort,
    scope: ReadScope,
    { good, failingSince }: LiveLine,
    failed: Call | null,
  ): Promise<Part> {
    const now = this.parts.clock.now().getTime();
    const stored = Date.parse(this.parts.cache.fetchedAt(port.id).get(source.id) ?? '') || 0;
    const at = Math.max(stored, good?.at ?? 0);
    const fetchedAt = at === 0 ? null : new Date(at).toISOString();
    const state = this.parts.states.withSince({ id: source.id, state: 'down', fetchedAt }, failingSince);
    const validUntil = goodUntil(failed?.at ?? now);
    if (now - at >= LAST_GOOD_MS) return { state, items: [], isKnown: false, validUntil };
    const isStored = stored > (good?.at ?? 0);
    const items = isStored ? await this.parts.cached.rowsOf(source.id, port, scope) : (good?.rows ?? []);
    return { state, items, isKnown: true, validUntil };
  }

  private lineOf(source: Source, port: AnyPort, fragment: RouteFragment): LiveLine {
    const ofSource = this.lines.get(source) ?? new Map<string, LiveLine>();
    this.lines.set(source, ofSource);
    const { availabilities, clock, log, cache } = this.parts;
    const line =
      ofSource.get(port.id) ??
      new LiveLine({
        ...{ source, port, fragment, availabilities, clock, log },
        generation: () => cache.generation(port.id),
        admit: (rows) => this.admit(source.id, port, rows),
      });
    ofSource.set(port.id, line);
    return line;
  }

  private admit(source: string, port: AnyPort, rows: readonly object[]): Promise<readonly object[]> {
    const { cache, cached, clock } = this.parts;
    const now = clock.now();
    return admitLive(port, rows, now.toISOString(), {
      rows: (memory) => cached.rowsOf(source, memory, { now, zone: 'UTC', sources: null }),
      fetchedAt: ({ id }) => cache.fetchedAt(id).get(source),
    });
  }

  private withPatience(call: Call | Promise<Call> | null, until: number): Call | null | Promise<Call | null> {
    if (!(call instanceof Promise) || until === Number.POSITIVE_INFINITY) return call;
    const { clock } = this.parts;
    return inTime(clock, until - clock.now().getTime(), call);
  }
}

const fragmentOf = (source: Source, port: string): RouteFragment | undefined =>
  source.integration?.fragments?.find((fragment) => fragment.port.id === port);
