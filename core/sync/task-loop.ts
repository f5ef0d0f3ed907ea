/** One task of one source: when it runs, how its failures slow it, what is told of them. */
import type { SyncTask } from '@sidelight/plugin-api';
import type { Log } from '../ground/log.js';
import type { JobRow, OpsSource } from '../ops/ops-source.js';
import { type Clock, later } from '../time/clock.js';
import { delayOf, everyMsOf, type Schedule } from '../time/schedule.js';
import { SingleFlight } from '../time/single-flight.js';
import { backoff, isDoubtful } from './availability.js';
import type { Outcome } from './runner.js';

export interface TaskLoopInput {
  readonly source: string;
  readonly task: SyncTask;
  readonly schedule: Schedule;
  /** Holds while the snapshots of the task are empty. */
  readonly idle: Schedule | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly ops: OpsSource;
  /** Never throws. */
  run(): Promise<Outcome>;
  /** Asks whether the upstream as a whole still answers. */
  isUp(): Promise<boolean>;
}

/** What runs less often than this is tried again sooner than by its schedule when it has failed. */
const RETRY_MS = 60_000;

export class TaskLoop {
  private readonly flight = new SingleFlight(() => this.once());
  private cancel = (): void => undefined;
  private nextAt: Date | null = null;
  private asleep = true;
  private empty = false;
  private failures = 0;
  private told: string | null = null;

  constructor(private readonly input: TaskLoopInput) {}

  /** From now on it runs by its schedule, the first time after `ms`; null: when its schedule says. */
  wake(ms: number | null): void {
    this.asleep = false;
    this.failures = 0;
    if (this.flight.isRunning) return;
    this.arm(ms ?? this.scheduledMs());
  }

  /** It does not run by itself until it is woken. A run that is under way goes on. */
  sleep(): void {
    this.asleep = true;
    this.cancel();
    this.nextAt = null;
  }

  /** Runs now, or once more after the present run. Resolves when that run has ended, well or not. */
  runNow(): Promise<void> {
    return this.asleep ? Promise.resolve() : this.flight.again();
  }

  /** Resolves when its run has ended; the caller aborts that. */
  async stop(): Promise<void> {
    this.sleep();
    await this.flight.idle();
  }

  state(): { source: string; task: string; everyMs: number | null; nextAt: string | null; running: boolean } {
    return {
      source: this.input.source,
      task: this.input.task.id,
      everyMs: everyMsOf(this.schedule()),
      nextAt: this.nextAt?.toISOString() ?? null,
      running: this.flight.isRunning,
    };
  }

  private schedule(): Schedule {
    return this.empty && this.input.idle !== null ? this.input.idle : this.input.schedule;
  }

  private scheduledMs(): number | null {
    return delayOf(this.schedule(), this.input.clock.now(), Math.random());
  }

  private arm(ms: number | null): void {
    this.cancel();
    this.nextAt = null;
    if (this.asleep || ms === null) return;
    this.nextAt = new Date(this.input.clock.now().getTime() + ms);
    this.cancel = later(this.input.clock, ms, () => void this.flight.join());
  }

  private async once(): Promise<void> {
    const { clock, ops, source, task } = this.input;
    if (this.asleep) return;
    this.cancel();
    const began = clock.now();
    const { nextAt: _, ...before } = ops.jobOf(source, task.id);
    ops.job(source, { ...before, result: 'running' });
    const outcome = await this.input.run();
    if (outcome.kind === 'aborted') return ops.job(source, before);
    const ended = clock.now();
    this.arm(await this.judge(outcome));
    ops.job(source, this.jobAfter(outcome, began, ended));
  }

  /** Milliseconds until the next run; null: none until it is woken. */
  private async judge(outcome: Exclude<Outcome, { kind: 'aborted' }>): Promise<number | null> {
    const { log, ops, source, task } = this.input;
    const noticeId = `held-back:${source}:${task.id}`;
    if (outcome.kind === 'done') {
      if (this.told !== null) log.info(`task ${task.id} works again`);
      this.told = null;
      this.failures = 0;
      this.empty = outcome.empty;
      ops.withdraw(noticeId);
      return this.scheduledMs();
    }
    if (outcome.kind === 'uncommitted' && outcome.heldBack) {
      ops.notice({ id: noticeId, type: 'held_back', severity: 'warn', text: outcome.message, source });
      this.tell(outcome.message);
      return this.scheduledMs();
    }
    const code = outcome.kind === 'failed' ? outcome.code : 'bad_response';
    if (outcome.kind === 'failed' && isDoubtful(code) && !(await this.input.isUp())) return null;
    this.tell(outcome.message);
    this.failures += 1;
    const pause = backoff(code, this.failures, Math.random());
    return Math.max(pause, Math.min(this.scheduledMs() ?? 0, RETRY_MS));
  }

  /** One line per kind of failure; numbers in it do not make it another. */
  private tell(message: string): void {
    const kind = message.replace(/\d+/g, '#');
    if (this.told !== kind) this.input.log.warn(`task ${this.input.task.id} failed: ${message}`);
    this.told = kind;
  }

  private jobAfter(outcome: Outcome, began: Date, ended: Date): JobRow {
    const failed = outcome.kind === 'failed' || outcome.kind === 'uncommitted';
    return {
      name: this.input.task.id,
      result: failed ? 'failed' : 'ok',
      ...(failed ? { message: outcome.message } : {}),
      durationMs: Math.max(0, ended.getTime() - began.getTime()),
      ranAt: began.toISOString(),
      ...(this.nextAt === null ? {} : { nextAt: this.nextAt.toISOString() }),
    };
  }
}
