/** One source while it is synced: its checks, its tasks, what is known of its upstream. */
import { setMaxListeners } from 'node:events';
import { codeOf, factOf, messageOf, redact } from '@sidelight/plugin-api/errors';
import type { Cache } from '../cache/cache.js';
import type { Log } from '../ground/log.js';
import { healthRow } from '../ops/availability.js';
import type { OpsSource } from '../ops/ops-source.js';
import type { Source } from '../plugins/source.js';
import type { Clock } from '../time/clock.js';
import { Aborted, bounded } from '../time/deadline.js';
import { SingleFlight } from '../time/single-flight.js';
import { type Availability, isDoubtful, judge, mayAsk, type Track, unasked, type Verdict } from './availability.js';
import type { Committer } from './committer.js';
import { Listener } from './listener.js';
import { runTask } from './runner.js';
import { TaskLoop } from './task-loop.js';
import type { SourcePlan, TaskPlan } from './task-plan.js';
import { hasRefs, untie } from './tied-cursor.js';
import { tellTooMany } from './too-many.js';

export interface SourceSyncInput {
  readonly source: Source;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly log: Log;
  readonly ops: OpsSource;
  readonly committer: Committer;
  readonly plan: SourcePlan;
  /** Never to be stored or logged. */
  readonly secrets: () => readonly string[];
}

const TASK_DEADLINE_MS = 5 * 60_000;
const CHECK_DEADLINE_MS = 30_000;
/** A check that is younger answers whether the upstream is there. */
const CHECK_HOLDS_MS = 5000;
/** First runs of a source's tasks begin so far apart. */
const STEP_MS = 250;
const LAST_STEP_MS = 2000;

export class SourceSync {
  private readonly loops: readonly TaskLoop[];
  private readonly checking = new SingleFlight(() => this.checkOnce());
  private readonly controller = new AbortController();
  private readonly listener: Listener | null;
  private track: Track = unasked();
  private cancelCheck = (): void => undefined;
  private checkingSoon: Promise<void> | null = null;
  private anew: ReadonlySet<string> = new Set();

  constructor(private readonly input: SourceSyncInput) {
    // Each task that runs listens whether it was left, and a source may have many.
    setMaxListeners(0, this.controller.signal);
    for (const fault of input.plan.faults) input.log.warn(fault);
    this.loops = input.plan.tasks.map((plan) => this.loopOf(plan));
    this.listener = this.listenerOf(input.source);
  }

  /** Begins to check and to sync after `ms`. */
  async start(ms: number): Promise<void> {
    const { source, ops } = this.input;
    const names = this.loops.map((loop) => loop.state().task);
    const { name } = await ops.enter(source.id, names);
    this.anew = await this.tiedElsewhere();
    if (this.controller.signal.aborted) return;
    this.track = unasked(name);
    this.checkAfter(ms);
  }

  /** Ends everything that is under way, and waits for it; nothing of it is committed. */
  async stop(): Promise<void> {
    this.controller.abort();
    this.listener?.close();
    this.cancelCheck();
    await Promise.all([this.checking.idle(), ...this.loops.map((loop) => loop.stop())]);
  }

  get availability(): Availability {
    return this.track.availability;
  }

  mayAsk(): boolean {
    return mayAsk(this.track, this.input.clock.now());
  }

  /** Asks the upstream now, whether it backs off or not. */
  async check(): Promise<Availability> {
    await this.checking.join();
    return this.availability;
  }

  /** How a call outside a task went: null when well. A bad outcome is not believed before a check has confirmed it. */
  report(error: unknown): void {
    const failing = this.availability.state === 'down' || this.availability.state === 'refused';
    const code = error === null || error === undefined ? null : codeOf(error);
    if (failing && code === null) void this.checking.join();
    else if (code !== null && isDoubtful(code)) void this.isUp();
  }

  /** Runs these tasks now, and resolves when they have ended; none while the source backs off. */
  async runNow(tasks: readonly string[]): Promise<void> {
    if (!this.mayAsk()) return;
    await Promise.all(this.loops.filter((loop) => tasks.includes(loop.state().task)).map((loop) => loop.runNow()));
  }

  schedules(): readonly ReturnType<TaskLoop['state']>[] {
    return this.loops.map((loop) => loop.state());
  }

  private loopOf({ task, schedule, idle, listening }: TaskPlan): TaskLoop {
    const { source, cache, clock, log, ops, committer } = this.input;
    return new TaskLoop({
      source: source.id,
      task,
      schedule,
      idle,
      listening,
      clock,
      log,
      ops,
      run: (onProgress) =>
        runTask({
          onProgress,
          source,
          task,
          cache,
          clock,
          signal: this.controller.signal,
          deadlineMs: TASK_DEADLINE_MS,
          onTold: (tooMany) => tellTooMany(source.id, task, tooMany, ops),
          commit: (batch, of, isWanted) => committer.commit(batch, of, isWanted),
        }),
      isUp: () => this.isUp(),
    });
  }

  private listenerOf({ id, integration }: Source): Listener | null {
    if (integration?.listen === undefined) return null;
    const { clock, log, ops, secrets } = this.input;
    const tasks = (integration.tasks ?? []).map((task) => task.id);
    const noticeId = `wake_unknown:${id}`;
    ops.withdraw(noticeId);
    return new Listener({
      listen: async (wake, signal, covers) => integration.listen?.(wake, signal, covers),
      ...{ tasks, clock, log },
      isUp: () => this.availability.state === 'up',
      run: async (task) => {
        if (this.mayAsk()) await this.loops.find((loop) => loop.state().task === task)?.runSoon();
      },
      cover: (task, covered) => this.loops.find((loop) => loop.state().task === task)?.cover(covered),
      broke: (error) => this.report(error),
      unknown: (task) =>
        ops.notice({
          id: noticeId,
          type: 'wake_unknown',
          severity: 'warn',
          text: `${id} asked to run the unknown task ${redact(String(task), secrets())}; known tasks: ${tasks.join(', ') || 'none'}`,
          source: id,
        }),
      shown: (text) => redact(text, secrets()),
    });
  }

  /** Asks it, unless it backs off. Where it was asked just now it is asked again a little later: one answer for all that fail. */
  private async isUp(): Promise<boolean> {
    const { state, checkedAt } = this.availability;
    if (!this.mayAsk()) return false;
    const age = checkedAt === undefined ? Infinity : Math.abs(this.input.clock.now().getTime() - Date.parse(checkedAt));
    await (state !== 'up' || age >= CHECK_HOLDS_MS ? this.checking.join() : this.checkedIn(CHECK_HOLDS_MS - age));
    return this.availability.state === 'up' && !this.controller.signal.aborted;
  }

  /** Resolves when the check that begins in `ms` has ended, or when the source is left. */
  private checkedIn(ms: number): Promise<void> {
    const { signal } = this.controller;
    this.checkingSoon ??= new Promise<void>((resolve) => {
      const leave = (): void => {
        cancel();
        resolve();
      };
      const cancel = this.input.clock.after(ms, () => {
        signal.removeEventListener('abort', leave);
        void this.checking.join().then(resolve);
      });
      signal.addEventListener('abort', leave, { once: true });
    }).finally(() => {
      this.checkingSoon = null;
    });
    return this.checkingSoon;
  }

  private async checkOnce(): Promise<void> {
    const { clock, log, ops, source } = this.input;
    this.cancelCheck();
    const verdict = await this.ask();
    if (verdict === null) return;
    const wasUp = this.availability.state === 'up';
    const { track, line } = judge(this.track, verdict, clock.now(), Math.random());
    this.track = track;
    // The plugin host has told already why an integration could not be created.
    if (line !== null && source.integration !== null) log[line.level](`${source.id} ${line.text}`);
    ops.health(source.id, healthRow(source.id, source.plugin.title, track.availability));
    if (verdict.ok && !wasUp) this.wakeAll();
    if (verdict.ok) this.listener?.open();
    if (!verdict.ok) for (const loop of this.loops) loop.sleep();
    if (source.integration === null) return;
    this.checkAfter(track.nextCheckAt - clock.now().getTime());
  }

  private checkAfter(ms: number): void {
    this.cancelCheck();
    this.cancelCheck = this.input.clock.after(ms, () => void this.checking.join());
  }

  /** null when the engine stopped meanwhile. */
  private async ask(): Promise<Verdict | null> {
    const { source, clock } = this.input;
    const { integration } = source;
    if (integration === null) {
      return { ok: false, code: 'bad_response', message: 'it could not be started: see the notices' };
    }
    const bounds = { clock, deadlineMs: CHECK_DEADLINE_MS, signal: this.controller.signal, what: 'the check' };
    try {
      const health: unknown = await bounded(bounds, (signal) => integration.check(signal));
      return { ok: true, health: typeof health === 'object' && health !== null ? health : {} };
    } catch (error) {
      if (error instanceof Aborted) return null;
      const shown = (text: string): string => redact(text, this.input.secrets());
      return { ok: false, code: codeOf(error), message: shown(messageOf(error)), fact: shown(factOf(error)) };
    }
  }

  /** Tasks whose rows name another media server than the entry does now. */
  private async tiedElsewhere(): Promise<ReadonlySet<string>> {
    const { source, cache, plan } = this.input;
    const found = new Set<string>();
    for (const { task } of plan.tasks.filter((one) => hasRefs(one.task))) {
      if (untie(await cache.cursor(source.id, task.id), source.server).isAnew) found.add(task.id);
    }
    return found;
  }

  private wakeAll(): void {
    const { source, cache } = this.input;
    for (const [index, loop] of this.loops.entries()) {
      const { task, everyMs } = loop.state();
      const fills = source.integration?.tasks?.find(({ id }) => id === task)?.fills ?? [];
      // What runs at certain hours waits for them, unless it has never run, or not for this media server.
      const waits =
        everyMs === null && !this.anew.has(task) && fills.every((port) => cache.fetchedAt(port.id).has(source.id));
      loop.wake(waits ? null : Math.min(index * STEP_MS, LAST_STEP_MS));
    }
  }
}
