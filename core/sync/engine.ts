/** Keeps the cache true: every task of every source by its schedule, each source on its own, whatever the others do. */
import { mediaLibraries, mediaUsers } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache, type Upkeep } from '../cache/cache.js';
import { whatHappened } from '../cache/upkeep.js';
import type { GoneLibrary } from '../derivations/gone-libraries.js';
import { LOG, type Log } from '../ground/log.js';
import { CORE } from '../ops/notices.js';
import { OpsSource } from '../ops/ops-source.js';
import { PluginHost } from '../plugins/host.js';
import type { Source, Sources } from '../plugins/source.js';
import { SETTINGS } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { type Availabilities, type Availability, maySecond } from './availability.js';
import { type CommitSettings, Committer } from './committer.js';
import { recountPlays } from './recount.js';
import { setPlaysAside } from './set-aside.js';
import { SourceSync } from './source-sync.js';
import type { TaskSchedule } from './task-loop.js';
import { type Plans, planOf, type SourcePlan } from './task-plan.js';

export interface SyncSettings extends CommitSettings {
  /** Never to be stored or logged. */
  readonly secrets: readonly string[];
  /** Every entry of the config, those that are switched off or wait for their plugin too. */
  readonly integrations: readonly { readonly id: string }[];
}

const DAY_MS = 86_400_000;
const UNKNOWN: Availability = { state: 'unknown' };
/** Sources begin so far apart. */
const STEP_MS = 100;
const LAST_STEP_MS = 2000;

@injectable()
export class SyncEngine implements Availabilities, Plans {
  private readonly syncs = new Map<string, SourceSync>();
  private readonly committer: Committer;
  /** Renamed in the database, and not in the config yet: they would only sync again what went to the new id. */
  private readonly renamed = new Set<string>();
  private changing: Promise<void> = Promise.resolve();
  private settling: Promise<void> = Promise.resolve();
  private stopped = true;
  /** Where another process syncs: what is to run is asked of it. */
  private elsewhere: Pick<SyncEngine, 'runNow'> | null = null;

  constructor(
    @inject(PluginHost) private readonly sources: Sources,
    @inject(CACHE) private readonly cache: Cache,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
    @inject(SETTINGS) private settings: SyncSettings,
    @inject(OpsSource) private readonly ops: OpsSource,
  ) {
    this.committer = new Committer(
      cache,
      clock,
      () => this.settings,
      (source, library) => this.tellGone(source, library),
      (source, error) =>
        log.warn('data collected while the database was unavailable was rejected', { source, error: messageOf(error) }),
    );
    // A name that the config ignores may be somebody else's now.
    cache.onChange((ports) => {
      const { users = [], libraries = [] } = this.settings.history.ignore ?? {};
      const matters =
        (users.length > 0 && ports.has(mediaUsers.id)) || (libraries.length > 0 && ports.has(mediaLibraries.id));
      if (matters && !this.stopped) void this.settlePlays();
    });
  }

  /** Begins at once, in the background. May be started again after a stop. */
  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.ops.lead();
    void this.change(async () => {
      await this.forgetDeparted();
      await this.enter(this.sources.all());
      // Where no integration is there, nothing else would have the notices written.
      this.ops.touch();
    });
    void this.settlePlays();
  }

  /**
   * Drains: what is under way is aborted, and nothing of it is committed.
   * @param leads false: another process syncs already
   */
  async stop(leads = true): Promise<void> {
    this.stopped = true;
    await this.settling;
    await this.change(async () => {
      await this.end([...this.syncs.keys()]);
      await this.ops.standDown(leads);
    });
  }

  /** Ends what these sources have under way; `apply` begins with those that are still there. */
  async leave(ids: readonly string[]): Promise<void> {
    await this.change(() => this.end(ids));
  }

  /**
   * After the plugin host has applied a config: the changed sources begin afresh, those that left it lose their snapshots.
   * @param changedIds of entries that were added, removed or changed
   */
  async apply(changedIds: readonly string[], settings: SyncSettings = this.settings): Promise<void> {
    const rezoned = settings.zone !== this.settings.zone;
    this.settings = settings;
    if (this.stopped) return;
    await this.change(async () => {
      const ids = rezoned ? [...changedIds, ...this.syncs.keys()] : changedIds;
      await this.end(ids);
      for (const id of changedIds) this.renamed.delete(id);
      const gone = changedIds.filter((id) => this.sources.get(id) === undefined);
      for (const id of gone) await this.depart(id);
      await this.enter(this.sources.all().filter(({ id }) => ids.includes(id)));
      this.ops.touch();
    });
    await this.settlePlays();
  }

  /** What commands forgot and renamed beside this process: everything is read anew, and the sources that it was about begin afresh. */
  async heed(): Promise<void> {
    if ((await this.cache.upkeep()).length === 0) return;
    await this.change(async () => {
      const done = await this.cache.upkeep();
      const ids = [...new Set(done.flatMap(({ source, to }) => (to === undefined ? [source] : [source, to])))];
      await this.end(ids);
      await this.cache.takeOver(done);
      for (const one of done) this.heedOne(one);
      if (this.stopped) return;
      await this.enter(this.sources.all().filter(({ id }) => ids.includes(id)));
      this.ops.touch();
    });
    if (!this.stopped) void this.settlePlays();
  }

  /** Stored plays follow the config, the names of today and the account of time. Resolves when they do; never rejects. */
  private settlePlays(): Promise<void> {
    const { cache, log, committer } = this;
    const isWanted = (): boolean => !this.stopped;
    const retell = committer.retell.bind(committer);
    this.settling = this.settling
      .then(() => setPlaysAside({ cache, settings: this.settings, retell, log }, isWanted))
      .then(() => recountPlays({ cache, log, retell }, isWanted))
      .catch((error: unknown) => {
        log.warn('stored plays could not be updated completely: the next start tries again', {
          error: messageOf(error),
        });
      });
    return this.settling;
  }

  /** Runs that are asked for while this process stands by go there. */
  passOn(elsewhere: Pick<SyncEngine, 'runNow'>): void {
    this.elsewhere = elsewhere;
  }

  /** Runs these tasks of a source now, or once more after a present run; resolves when they have ended, well or not. */
  async runNow(source: string, tasks: readonly string[]): Promise<void> {
    if (this.stopped && this.elsewhere !== null) return this.elsewhere.runNow(source, tasks);
    await this.syncs.get(source)?.runNow(tasks);
    this.ops.show(source);
  }

  /** Whether the last check of this process went well. */
  isUp(source: string): boolean {
    return this.syncs.get(source)?.availability.state === 'up';
  }

  /** Asks the upstream now. */
  async checkNow(source: string): Promise<Availability> {
    return (await this.syncs.get(source)?.check()) ?? UNKNOWN;
  }

  /** On any replica, whether or not it syncs. */
  planOf(source: Source): SourcePlan {
    return planOf(source, this.settings.zone);
  }

  schedules(): readonly TaskSchedule[] {
    return [...this.syncs.values()].flatMap((sync) => sync.schedules());
  }

  of(source: string): Availability {
    return this.ops.availabilityOf(source);
  }

  mayAsk(source: string): boolean {
    return this.syncs.get(source)?.mayAsk() ?? maySecond(this.of(source));
  }

  report(source: string, error: unknown): void {
    this.syncs.get(source)?.report(error);
  }

  /** For a day, so that whoever looks in once a day reads it once. */
  private tellGone(source: string, { id, name, titles }: GoneLibrary): void {
    const notice = `library-gone:${source}:${id}`;
    const text = `${source} no longer lists the library ${name}: the numbers here no longer include it, with ${titles === 1 ? '1 title' : `${titles} titles`}`;
    this.log.info(text);
    this.ops.notice({ id: notice, type: 'library_gone', severity: 'info', text, source });
    this.clock.after(DAY_MS, () => this.ops.withdraw(notice));
  }

  /** One change at a time: a stop waits for a start that is under way. */
  private change(work: () => Promise<void>): Promise<void> {
    this.changing = this.changing.then(work).catch((error: unknown) => {
      this.log.error('syncing could not be set up', { error: messageOf(error) });
    });
    return this.changing;
  }

  private async enter(sources: readonly Source[]): Promise<void> {
    for (const [index, source] of sources.filter(({ id }) => !this.renamed.has(id)).entries()) {
      if (this.stopped) return;
      try {
        await this.begin(source, Math.min(index * STEP_MS, LAST_STEP_MS));
      } catch (error) {
        this.log.error(`${source.id} cannot be synced`, { error: messageOf(error) });
      }
    }
  }

  private async begin(source: Source, ms: number): Promise<void> {
    const sync = new SourceSync({
      source,
      cache: this.cache,
      clock: this.clock,
      log: this.log.child({ integration: source.id }),
      ops: this.ops,
      committer: this.committer,
      plan: this.planOf(source),
      secrets: () => this.settings.secrets,
    });
    this.syncs.set(source.id, sync);
    await sync.start(ms);
  }

  /** Resolves when the plays that were stored before are accounted for, or the engine stops. */
  recounted(): Promise<void> {
    return this.settling;
  }

  private async end(ids: readonly string[]): Promise<void> {
    const leaving = ids.flatMap((id) => this.syncs.get(id) ?? []);
    await Promise.all(leaving.map((sync) => sync.stop()));
    for (const id of ids) this.syncs.delete(id);
  }

  private heedOne(done: Upkeep): void {
    const { source, to } = done;
    if (to === source) {
      this.log.info(`${whatHappened(done)} by a command`);
      return;
    }
    if (to === undefined) {
      this.log.info(`${source} was forgotten by a command`);
      this.renamed.delete(source);
      return;
    }
    const present = this.sources.get(source) !== undefined;
    const text = present
      ? `${source} was renamed to ${to}: it is not synced until the config has the new id`
      : `${source} was renamed to ${to}`;
    this.log.info(text);
    this.renamed.delete(to);
    if (!present) return;
    this.renamed.add(source);
    this.ops.notice({ id: `renamed:${source}`, type: 'renamed', severity: 'warn', text, source });
  }

  /** Integrations that left the config while the daemon did not run. */
  private async forgetDeparted(): Promise<void> {
    for (const id of await this.cache.sources()) if (id !== CORE && !this.isWritten(id)) await this.depart(id);
  }

  private async depart(id: string): Promise<void> {
    try {
      await (this.isWritten(id) ? this.ops.rest(id) : this.ops.leave(id));
    } catch (error) {
      this.log.warn(`the rows of ${id} could not be removed: the next start tries again`, { error: messageOf(error) });
    }
  }

  /** Absent is what the config does not name: an entry that is off, or whose plugin cannot be used, keeps its rows. */
  private isWritten(id: string): boolean {
    return this.sources.get(id) !== undefined || this.settings.integrations.some((entry) => entry.id === id);
  }
}
