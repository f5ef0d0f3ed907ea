/**
 * The core's own facts: availability, task runs and notices reach the cache as rows of `ops.*`, like any other data.
 * What changes within a second is one commit; a run that went as the one before waits a little longer.
 */
import { type ItemOf, messageOf, opsHealth, opsJobs, opsNotices } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache, type Change } from '../cache/cache.js';
import { LOG, type Log } from '../ground/log.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { type Notice, OwnNotices } from './notices.js';

export type HealthRow = ItemOf<typeof opsHealth>;
export type JobRow = ItemOf<typeof opsJobs>;

const SOON_MS = 1000;
const LATER_MS = 10_000;
/** No task of a plugin's own can have this id. */
const TASK = '@ops';

interface Facts {
  health: HealthRow | undefined;
  readonly jobs: Map<string, JobRow>;
}

@injectable()
export class OpsSource {
  private readonly facts = new Map<string, Facts>();
  private readonly dirty = new Set<string>();
  private readonly notices = new OwnNotices();
  private timer: { readonly at: number; cancel(): void } | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private failing = false;

  constructor(
    @inject(CACHE) private readonly cache: Cache,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
  ) {}

  /** Asked at each write: the notices of the plugin host, of the registry. */
  noticesFrom(supply: () => readonly Notice[]): void {
    this.notices.suppliers.push(supply);
  }

  /** An integration with these tasks is there: what is remembered of its earlier runs. */
  async enter(source: string, jobNames: readonly string[]): Promise<{ readonly name?: string }> {
    const scope = { now: this.clock.now(), zone: 'UTC', sources: [source] };
    const jobs = new Map((await this.cache.rows(opsJobs, {}, scope)).map((row) => [row.name, row]));
    const health = (await this.cache.rows(opsHealth, {}, scope)).find((row) => row.id === source);
    const held = this.facts.get(source)?.jobs;
    const known = jobNames.map((name): [string, JobRow] => [name, held?.get(name) ?? earlier(name, jobs.get(name))]);
    this.facts.set(source, { health: undefined, jobs: new Map(known) });
    this.touch(source);
    return health === undefined || health.name === source ? {} : { name: health.name };
  }

  job(source: string, row: JobRow): void {
    const facts = this.facts.get(source);
    if (facts === undefined) return;
    const before = facts.jobs.get(row.name);
    facts.jobs.set(row.name, row);
    this.touch(source, isNews(before, row) ? SOON_MS : LATER_MS);
  }

  jobOf(source: string, name: string): JobRow {
    return this.facts.get(source)?.jobs.get(name) ?? { name, result: 'never' };
  }

  health(source: string, row: HealthRow): void {
    const facts = this.facts.get(source);
    if (facts === undefined) return;
    facts.health = row;
    this.touch(source);
  }

  /** A notice of the core's own; one of the same id is replaced. */
  notice(notice: Notice): void {
    this.notices.add(notice);
    this.touch();
  }

  withdraw(noticeId: string): void {
    if (this.notices.remove(noticeId)) this.touch();
  }

  /** An integration does not run any more, but is not gone: nothing is written of it, and its rows stay. */
  async rest(source: string): Promise<void> {
    this.facts.delete(source);
    this.dirty.delete(source);
    this.notices.forget(source);
    await this.flushing;
  }

  /** An integration has left: its rows go with it. */
  async leave(source: string): Promise<void> {
    await this.rest(source);
    await this.cache.forget(source, 'snapshots');
  }

  /** Something changed: it is written within a second. */
  touch(source?: string, withinMs = SOON_MS): void {
    if (source !== undefined) this.dirty.add(source);
    const at = this.clock.now().getTime() + withinMs;
    if (this.timer !== undefined && this.timer.at <= at) return;
    this.timer?.cancel();
    this.timer = { at, cancel: this.clock.after(withinMs, () => void this.flush()) };
  }

  /** Writes what has changed, now. Never throws: what could not be written is tried again. */
  flush(): Promise<void> {
    this.timer?.cancel();
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  private async write(): Promise<void> {
    const notices = this.notices.changed([...this.facts.keys()]);
    const sources = new Set([...this.dirty, ...notices.keys()]);
    this.dirty.clear();
    for (const source of sources) {
      try {
        await this.commit(source, notices.get(source));
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.log.warn('the state of integrations could not be stored', { error: messageOf(error) });
        this.failing = true;
        this.notices.unwritten(source);
        this.touch(source, LATER_MS);
      }
    }
  }

  private async commit(source: string, notices: readonly object[] | undefined): Promise<void> {
    const facts = this.facts.get(source);
    const changes: Change[] = [];
    if (facts !== undefined) changes.push({ port: opsJobs.id, kind: 'replace', items: [...facts.jobs.values()] });
    // A patch: a plugin may have rows of its own in this port.
    if (facts?.health !== undefined)
      changes.push({ port: opsHealth.id, kind: 'patch', upsert: [facts.health], remove: [] });
    if (notices !== undefined) changes.push({ port: opsNotices.id, kind: 'replace', items: notices });
    if (changes.length === 0) return;
    const fills = changes.map((change) => change.port);
    await this.cache.commit({ source, task: TASK, at: this.clock.now().toISOString(), fills, changes });
  }
}

/** A run that the last process did not live to end counts as never ended. */
function earlier(name: string, row: (JobRow & { readonly source: string }) | undefined): JobRow {
  if (row === undefined) return { name, result: 'never' };
  const { source: _, nextAt: __, ...job } = row;
  return job.result === 'running' ? { name, result: 'never' } : job;
}

const isNews = (before: JobRow | undefined, after: JobRow): boolean =>
  before?.message !== after.message || (before?.result !== after.result && !isRoutine(before, after));

/** Begins a run after a good one, or soon ends it well: too frequent to be written at once each time. */
const isRoutine = (before: JobRow | undefined, after: JobRow): boolean =>
  (before?.result === 'ok' && after.result === 'running') ||
  (before?.result === 'running' && after.result === 'ok' && (after.durationMs ?? 0) < LATER_MS);
