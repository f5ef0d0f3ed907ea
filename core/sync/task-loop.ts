/** One task of one source: when it runs, how its failures slow it, what is told of them. */
import type { Progress, SyncTask } from '@sidelight/plugin-api';
import type { Log } from '../ground/log.js';
import type { JobRow } from '../ops/job-row.js';
import type { OpsSource } from '../ops/ops-source.js';
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
  /** Holds while a connection covers the task. */
  readonly listening: Schedule | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly ops: OpsSource;
  /** Never throws. */
  run(onProgress: (now: Progress) => void): Promise<Outcome>;
  /** Asks whether the upstream as a whole still answers. */
  isUp(): Promise<boolean>;
}

export interface TaskSchedule {
  readonly source: string;
  readonly task: string;
  /** The interval that holds now; null for a cron pattern. */
  readonly everyMs: number | null;
  /** ISO; null while the source backs off. */
  readonly nextAt: string | null;
  readonly running: boolean;
  /** Of a run that tells it; null: none does. */
  readonly progress: Progress | null;
}

/** What runs less often than this is tried again sooner than by its schedule when it has failed. */
const RETRY_MS = 60_000;
/** What the database did not take: its fault is not the upstream's, which is not left alone for it. */
const UNCOMMITTED_MS = 25_000;

export class TaskLoop {
  private readonly flight = new SingleFlight(() => this.once());
  private cancel = (): void => undefined;
  private nextAt: Date | null = null;
  private asleep = true;
  private empty = false;
  private covered = false;
  private failures = 0;
  private told: string | null = null;
  private progress: Progress | null = null;

  constructor(private readonly input: TaskLoopInput) {}

  /** From now on it runs by its schedule, the first time after `ms`; null: when its schedule says. */
  wake(ms: number | null): void {
    this.asleep = false;
    this.failures = 0;
    if (this.flight.isRunning) return;
    this.arm(ms ?? this.scheduledMs());
    this.tellJob(this.jobBefore());
  }

  /** It does not run by itself until it is woken. A run that is under way goes on. */
  sleep(): void {
    const awaited = this.nextAt !== null;
    this.halt();
    if (awaited && !this.flight.isRunning) this.tellJob(this.jobBefore());
  }

  /** Runs now, or once more after the present run. Resolves when that run has ended, well or not. */
  runNow(): Promise<void> {
    return this.asleep ? Promise.resolve() : this.flight.again();
  }

  /** Resolves when its run has ended; the caller aborts that. */
  async stop(): Promise<void> {
    this.halt();
    await this.flight.idle();
  }

  /** The upstream says that something changed: runs now, or once more after the present run. Not while its failures slow it. */
  async runSoon(): Promise<void> {
    if (this.failures === 0) await this.runNow();
  }

  /** Whether a connection tells of whatever changes its rows. When it does no more, the wait for the next run is an ordinary one. */
  cover(covered: boolean): void {
    this.covered = covered;
    const left = this.nextAt === null ? null : this.nextAt.getTime() - this.input.clock.now().getTime();
    const ms = this.scheduledMs();
    if (covered || left === null || ms === null || left <= ms) return;
    this.arm(ms);
    this.tellJob(this.jobBefore());
  }

  state(): TaskSchedule {
    return {
      source: this.input.source,
      task: this.input.task.id,
      everyMs: everyMsOf(this.schedule()),
      nextAt: this.nextAt?.toISOString() ?? null,
      running: this.flight.isRunning,
      progress: this.progress,
    };
  }

  private schedule(): Schedule {
    if (this.covered && this.input.listening !== null) return this.input.listening;
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
    const { clock } = this.input;
    if (this.asleep) return;
    this.cancel();
    const began = clock.now();
    const before = this.jobBefore();
    this.nextAt = null;
    this.tellJob({ ...before, result: 'running' });
    const outcome = await this.input.run((now) => {
      this.progress = now;
    });
    this.progress = null;
    if (outcome.kind === 'aborted') return this.tellJob(before);
    const ended = clock.now();
    this.arm(await this.judge(outcome));
    this.tellJob(this.jobAfter(outcome, began, ended));
  }

  private halt(): void {
    this.asleep = true;
    this.cancel();
    this.nextAt = null;
  }

  private jobBefore(): JobRow {
    const { ops, source, task } = this.input;
    const { nextAt: _, everyMs: __, ...job } = ops.jobOf(source, task.id);
    return job;
  }

  /** With when it runs next. */
  private tellJob(job: JobRow): void {
    const everyMs = everyMsOf(this.schedule());
    this.input.ops.job(this.input.source, {
      ...job,
      ...(this.nextAt === null ? {} : { nextAt: this.nextAt.toISOString() }),
      ...(everyMs === null ? {} : { everyMs }),
    });
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
    if (outcome.kind === 'uncommitted') {
      this.tell(outcome.message);
      return Math.min(this.scheduledMs() ?? UNCOMMITTED_MS, UNCOMMITTED_MS);
    }
    const { code } = outcome;
    if (isDoubtful(code) && !(await this.input.isUp())) return null;
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
    };
  }
}
