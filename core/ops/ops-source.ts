/**
 * The core's own facts: availability, outages, task runs and notices are rows of `ops.*`, like any other data, and nobody
 * reads them anywhere else. What is news is written at once; when tasks ran and will run, and when data was fresh, in one
 * commit for all integrations, every five seconds at most. Where no other process reads the database it is read from memory
 * after these five seconds, and written once a minute. As long as something cannot be written, it is read all the same.
 */
import { messageOf, opsHealth, opsJobs, opsNotices, opsOutages } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { type Batch, CACHE, type Cache, type Change } from '../cache/cache.js';
import { LOG, type Log } from '../ground/log.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { type Availability, availabilityOf, type HealthRow, isNews } from './availability.js';
import { earlierJob, isJobNews, type JobRow } from './job-row.js';
import { CORE, type Notice, OwnNotices } from './notices.js';
import { type OutageRow, Outages } from './outages.js';

const SOON_MS = 1000;
const LATER_MS = 5000;
/** What nobody else reads is kept for the next start alone. */
const KEEP_MS = 60_000;
/** No task of a plugin's own can have this id. */
const TASK = '@ops';

type RunListener = (source: string, row: JobRow) => void;

interface Facts {
  health: HealthRow | undefined;
  readonly jobs: Map<string, JobRow>;
  readonly outages: Outages;
}

@injectable()
export class OpsSource {
  private readonly facts = new Map<string, Facts>();
  private readonly dirty = new Set<string>();
  private readonly notices = new OwnNotices();
  private readonly runListeners = new Set<RunListener>();
  /** Rows of notices that have yet to be written. */
  private readonly unwritten = new Map<string, Change>();
  private timer: { readonly at: number; cancel(): void } | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private failing = false;
  /** What is dirty is news. */
  private urgent = false;
  private wroteAt = -Infinity;
  /** Another process syncs, and its rows speak: none are written here, and none erased. */
  private follows = false;
  private known: { readonly generation: number; readonly of: ReadonlyMap<string, Availability> } | undefined;

  constructor(
    @inject(CACHE) private readonly cache: Cache,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
  ) {}

  /** From now on this process says how sources are. */
  lead(): void {
    this.follows = false;
  }

  /** Until it leads, another process does. */
  follow(): void {
    this.follows = true;
  }

  /** At boot, after the ports were declared: from now on the rows are there without waiting, on replicas that stand by as well. */
  async open(): Promise<void> {
    for (const port of [opsHealth, opsJobs, opsNotices]) await this.cache.keepAtHand(port);
  }

  /** Asked at each write: the notices of the plugin host, of the registry. */
  noticesFrom(supply: () => readonly Notice[]): void {
    this.notices.suppliers.push(supply);
  }

  /** What the last check of an integration told, whoever made it. */
  availabilityOf(source: string): Availability {
    const generation = this.cache.generation(opsHealth.id);
    if (this.known?.generation !== generation) {
      const own = this.cache.atHand(opsHealth).filter((row) => row.id === row.source);
      this.known = { generation, of: new Map(own.map((row) => [row.id, availabilityOf(row)])) };
    }
    return this.known.of.get(source) ?? availabilityOf(undefined);
  }

  /** An integration with these tasks is there: what is remembered of its earlier runs. */
  async enter(source: string, jobNames: readonly string[]): Promise<{ readonly name?: string }> {
    const held = this.facts.get(source);
    const outages = held?.outages ?? (await this.outagesOf(source));
    const rows = this.cache.atHand(opsJobs).filter((row) => row.source === source);
    const jobOf = (name: string): JobRow =>
      held?.jobs.get(name) ??
      earlierJob(
        name,
        rows.find((row) => row.name === name),
      );
    this.facts.set(source, {
      health: held?.health,
      jobs: new Map(jobNames.map((name) => [name, jobOf(name)])),
      outages,
    });
    this.touch(source);
    const { name } = this.availabilityOf(source);
    return name === undefined ? {} : { name };
  }

  job(source: string, row: JobRow): void {
    const facts = this.facts.get(source);
    if (facts === undefined) return;
    const before = facts.jobs.get(row.name);
    facts.jobs.set(row.name, row);
    if (before?.result === 'running' && hasEnded(row)) for (const listener of this.runListeners) listener(source, row);
    this.touch(source, isJobNews(before, row) ? SOON_MS : LATER_MS);
  }

  /** Told of each run of this process that has ended, well or not. */
  onRun(listener: RunListener): void {
    this.runListeners.add(listener);
  }

  jobOf(source: string, name: string): JobRow {
    return this.facts.get(source)?.jobs.get(name) ?? { name, result: 'never' };
  }

  /** A check has told this: read from now on, and written at once where it is news. */
  health(source: string, told: HealthRow): void {
    const facts = this.facts.get(source);
    if (facts === undefined) return;
    const row = this.sinceFirst(source, facts, told);
    const news = isNews(facts.health, row);
    facts.health = row;
    facts.outages.note(row);
    this.touch(source, LATER_MS);
    if (!news) return;
    this.show(source);
    void this.flush();
  }

  private sinceFirst(source: string, { health }: Facts, row: HealthRow): HealthRow {
    const before = health ?? this.cache.atHand(opsHealth).find((one) => one.id === source && one.source === source);
    const firstAt = before?.firstAt ?? row.checkedAt;
    return firstAt === undefined ? row : { ...row, firstAt };
  }

  /** What is known of an integration is read from now on, though it is written later. */
  show(source: string): void {
    this.cache.expect(source, this.snapshotsOf(source));
  }

  /** A notice of the core's own; one of the same id is replaced. */
  notice(notice: Notice): void {
    this.notices.add(notice);
    this.touch();
  }

  withdraw(noticeId: string): void {
    if (this.notices.remove(noticeId)) this.touch();
  }

  /** An integration does not run any more, but is not gone: nothing is written of it from now on, and its rows stay. An outage that lasts ends here. */
  async rest(source: string): Promise<void> {
    const outages = this.facts.get(source)?.outages ?? (await this.outagesOf(source));
    this.facts.delete(source);
    this.dirty.delete(source);
    this.notices.forget(source);
    this.unwritten.delete(source);
    await this.flushing;
    this.cache.expect(source, []);
    const now = this.clock.now();
    outages.leave(now.toISOString());
    if (outages.rows().length > 0) await this.cache.commit(batchAt(now, source, appended(outages.rows())));
  }

  /** An integration has left: its rows go with it. */
  async leave(source: string): Promise<void> {
    await this.rest(source);
    await this.cache.forget(source, 'snapshots');
  }

  /** Something changed: it is written within a second. */
  touch(source?: string, withinMs = SOON_MS): void {
    if (source !== undefined) this.dirty.add(source);
    if (this.follows) return;
    this.urgent ||= withinMs <= SOON_MS;
    const at = this.clock.now().getTime() + withinMs;
    if (this.timer !== undefined && this.timer.at <= at) return;
    this.timer?.cancel();
    this.timer = { at, cancel: this.clock.after(withinMs, () => void this.due()) };
  }

  private async due(): Promise<void> {
    const left = this.wroteAt + KEEP_MS - this.clock.now().getTime();
    if (this.urgent || !this.cache.isOwn || left <= 0 || left > KEEP_MS) return this.flush();
    this.timer = undefined;
    for (const source of this.dirty) this.show(source);
    this.touch(undefined, Math.max(left, LATER_MS));
  }

  /** Writes what has changed, now. Never throws: what could not be written is tried again. */
  flush(): Promise<void> {
    this.timer?.cancel();
    this.timer = undefined;
    this.urgent = false;
    if (this.follows) return this.flushing;
    this.wroteAt = this.clock.now().getTime();
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  /**
   * This process does not sync any more: from now on the rows speak, whoever writes them.
   * @param leads false: another process may have written newer ones, so nothing is written any more
   */
  async standDown(leads: boolean): Promise<void> {
    if (leads) {
      for (const source of this.facts.keys()) this.dirty.add(source);
      await this.flush();
    }
    await this.flushing;
    this.follows = !this.cache.isOwn;
    this.timer?.cancel();
    this.timer = undefined;
    for (const source of [CORE, ...this.facts.keys()]) this.cache.expect(source, []);
    this.facts.clear();
    this.dirty.clear();
    this.unwritten.clear();
    this.notices.unwritten();
  }

  private async outagesOf(source: string): Promise<Outages> {
    const scope = { now: this.clock.now(), zone: 'UTC', sources: [source] };
    // An outage that lasts is the newest but for a gap that ended when it began.
    const rows = await this.cache.rows(opsOutages, { newest: 2 }, scope);
    const last = rows.find(({ to }) => to === undefined);
    const seenAt = this.cache.fetchedAt(opsOutages.id).get(source) ?? null;
    if (last === undefined) return new Outages(null, seenAt);
    const { source: _, ...open } = last;
    return new Outages(open, seenAt);
  }

  private async write(): Promise<void> {
    for (const [source, items] of this.notices.changed([...this.facts.keys()])) {
      this.unwritten.set(source, { port: opsNotices.id, kind: 'replace', items });
      this.dirty.add(source);
    }
    const batches = [...this.dirty].map((source) => this.batchOf(source)).filter(({ changes }) => changes.length > 0);
    this.dirty.clear();
    if (batches.length === 0) return;
    for (const { source, changes } of batches) this.cache.expect(source, changes.filter(isSnapshot));
    try {
      await this.cache.commit(...batches);
      for (const batch of batches) this.written(batch);
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.log.warn('the state of integrations could not be stored', { error: messageOf(error) });
      this.failing = true;
      this.urgent = true;
      for (const { source } of batches) this.touch(source, LATER_MS);
    }
  }

  private written({ source, changes }: Batch): void {
    for (const change of changes) {
      if (this.unwritten.get(source) === change) this.unwritten.delete(source);
      if (change.kind === 'append') this.facts.get(source)?.outages.written(change.items);
    }
  }

  private batchOf(source: string): Batch {
    const outages = this.facts.get(source)?.outages.rows() ?? [];
    return batchAt(this.clock.now(), source, [...this.snapshotsOf(source), ...appended(outages)]);
  }

  private snapshotsOf(source: string): readonly Change[] {
    const facts = this.facts.get(source);
    const notices = this.unwritten.get(source);
    return [
      ...(facts === undefined ? [] : [{ port: opsJobs.id, kind: 'replace' as const, items: [...facts.jobs.values()] }]),
      // A patch: a plugin may have rows of its own in this port.
      ...(facts?.health === undefined
        ? []
        : [{ port: opsHealth.id, kind: 'patch' as const, upsert: [facts.health], remove: [] }]),
      ...(notices === undefined ? [] : [notices]),
    ];
  }
}

const hasEnded = ({ result }: JobRow): boolean => result === 'ok' || result === 'failed';

const isSnapshot = ({ kind }: Change): boolean => kind !== 'append';

const appended = (outages: readonly OutageRow[]): readonly Change[] =>
  outages.length === 0 ? [] : [{ port: opsOutages.id, kind: 'append', items: outages }];

/** How fresh the outages of an integration are says until when it was watched. */
function batchAt(now: Date, source: string, changes: readonly Change[]): Batch {
  const watched = source === CORE ? [] : [opsOutages.id];
  const fills = [...new Set([...changes.map((change) => change.port), ...watched])];
  return { source, task: TASK, at: now.toISOString(), fills, changes };
}
