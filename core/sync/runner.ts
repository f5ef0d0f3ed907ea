/** One run of one task, from its cursor to its commit. Never throws: what went wrong is the outcome. */
import { setImmediate as turn } from 'node:timers/promises';
import { type AnyPort, opsOutages, type Progress, type SyncTask } from '@sidelight/plugin-api';
import { codeOf, type ErrorCode, messageOf } from '@sidelight/plugin-api/errors';
import { PluginFault, type Run, startRun } from '@sidelight/plugin-api/host';
import type { Batch, Cache } from '../cache/cache.js';
import { pastOf } from '../derivations/past.js';
import { gapsIn, OUTAGES } from '../ops/outages.js';
import type { Source } from '../plugins/source.js';
import type { Clock } from '../time/clock.js';
import { Aborted, bounded } from '../time/deadline.js';
import { Gathered } from './gathered.js';
import { hasRefs, tie, untie } from './tied-cursor.js';

export type Outcome =
  /** `empty`: the snapshots that the task fills have no rows now. */
  | { readonly kind: 'done'; readonly empty: boolean }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string }
  /** The cache did not take it: no fault of the upstream's. `heldBack`: it would have removed too much. */
  | { readonly kind: 'uncommitted'; readonly heldBack: boolean; readonly message: string }
  | { readonly kind: 'aborted' };

export interface RunnerInput {
  readonly source: Source;
  readonly task: SyncTask;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** For each slice of a run that asks for more. */
  readonly deadlineMs: number;
  /** After each slice: the ports of which more was told than they take of a source, and how much. */
  onTold?(tooMany: ReadonlyMap<AnyPort, number>): void;
  /** How far a long listing has come. */
  onProgress?(now: Progress): void;
  /** Resolves with false when the batch was not wanted any more. */
  commit(batch: Batch, source: Source, isWanted: () => boolean): Promise<boolean>;
}

/** Runs that have not ended, by the source that they belong to: a source that is created anew has none. */
const underWay = new WeakMap<Source, Set<string>>();

export async function runTask(input: RunnerInput): Promise<Outcome> {
  const { source, task } = input;
  const running = underWay.get(source) ?? new Set();
  underWay.set(source, running);
  if (running.has(task.id)) {
    const message = `task ${task.id} timed out and is still running: it starts again when that run has ended`;
    return { kind: 'failed', code: 'unreachable', message };
  }
  const visited = new Set<string | undefined>();
  const gathered = new Gathered(input.clock);
  for (;;) {
    const outcome = await runSlice(input, visited, gathered);
    if (outcome !== 'more') return outcome;
    await turn();
  }
}

/** @param visited every cursor that a slice of this run began with */
async function runSlice(
  input: RunnerInput,
  visited: Set<string | undefined>,
  gathered: Gathered,
): Promise<Outcome | 'more'> {
  const { source, task, cache, clock, signal } = input;
  const commit = (batch: Batch): Promise<boolean> => input.commit(batch, source, () => !signal.aborted);
  try {
    const server = hasRefs(task) ? source.server : undefined;
    const kept = gathered.cursorAfter(await cache.cursor(source.id, task.id));
    const before = untie(kept, server).cursor;
    visited.add(before);
    const tooMany = new Map<AnyPort, number>();
    const run = startRun({
      task,
      cursor: before,
      server,
      declared: (id) => cache.port(id),
      onTooMany: (port, told) => tooMany.set(port, told),
      ...(input.onProgress === undefined ? {} : { onProgress: input.onProgress }),
      held: async (port) => {
        await gathered.flush(commit);
        return cache.held(port.id, source.id);
      },
      gaps: async () => gapsIn(await pastOf(cache, source.id).rows(opsOutages, undefined, OUTAGES), clock.now()),
    });
    const published = await publish(input, run, visited);
    if ('kind' in published) {
      await gathered.flush(commit);
      return published;
    }
    input.onTold?.(tooMany);
    const { more, changes } = published;
    const cursor = tie(published.cursor, server, kept);
    const committed = await gathered.add(
      {
        source: source.id,
        task: task.id,
        at: clock.now().toISOString(),
        fills: more ? [] : task.fills.map((port) => port.id),
        changes,
        ...(cursor === undefined || cursor === kept ? {} : { cursor }),
      },
      more,
      commit,
    );
    if (!committed) return { kind: 'aborted' };
    return more ? 'more' : { kind: 'done', empty: await isEmpty(input) };
  } catch (error) {
    return { kind: 'uncommitted', heldBack: isHeldBack(error), message: messageOf(error) };
  }
}

type Published = Awaited<ReturnType<Run['finish']>> & { readonly more: boolean };

/** Lets the plugin publish. What it throws is the outcome. */
async function publish(
  { source, task, clock, signal, deadlineMs }: RunnerInput,
  run: Run,
  visited: ReadonlySet<string | undefined>,
): Promise<Published | Outcome> {
  try {
    const bounds = { clock, deadlineMs, signal, what: `task ${task.id}` };
    const more = (await bounded(bounds, (own) => watched(source, task, run, own))) === 'more';
    const published = { ...(await run.finish()), more };
    if (more) refuseEndless(task, published, visited);
    return published;
  } catch (error) {
    run.abandon();
    if (error instanceof Aborted) return { kind: 'aborted' };
    const code = error instanceof PluginFault ? 'bad_response' : codeOf(error);
    return { kind: 'failed', code, message: messageOf(error) };
  }
}

/** However it is given up, it counts as under way until it has ended. */
async function watched(source: Source, task: SyncTask, run: Run, signal: AbortSignal): Promise<unknown> {
  const running = underWay.get(source);
  running?.add(task.id);
  try {
    return await task.run(run.out, signal);
  } finally {
    running?.delete(task.id);
  }
}

function refuseEndless(task: SyncTask, { changes, cursor }: Published, visited: ReadonlySet<string | undefined>): void {
  if (changes.some((change) => change.kind === 'replace')) {
    throw new PluginFault('more_after_replace', `task ${task.id} asks for more after it has replaced a port`);
  }
  if (visited.has(cursor)) {
    throw new PluginFault('endless_more', `task ${task.id} asks for more, but its cursor has not moved on`);
  }
}

/** Whether the snapshots of a task were empty, and their generation then. */
const emptiness = new WeakMap<SyncTask, { readonly generation: number; readonly empty: boolean }>();

async function isEmpty({ source, task, cache, clock }: RunnerInput): Promise<boolean> {
  if (task.idle === undefined) return false;
  const snapshots = task.fills.filter(({ keep }) => keep === 'snapshot');
  const generation = snapshots.reduce((sum, { id }) => sum + cache.generation(id), 0);
  const known = emptiness.get(task);
  if (known?.generation === generation) return known.empty;
  const scope = { now: clock.now(), zone: 'UTC', sources: [source.id] };
  const tallies = await Promise.all(snapshots.map((port) => cache.tally(port, {}, scope)));
  const empty = tallies.every(({ count }) => count === 0);
  emptiness.set(task, { generation, empty });
  return empty;
}

const isHeldBack = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'shrink_refused';
