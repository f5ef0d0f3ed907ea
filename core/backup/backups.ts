/** Backups by the clock, and what is known of them as the row of `ops.backup`. */
import { type ItemOf, messageOf, opsBackup } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { DATABASE } from '../cache/sql.js';
import { LOG, type Log } from '../ground/log.js';
import { CORE } from '../ops/notices.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock, later } from '../time/clock.js';
import { repeat } from '../time/repeat.js';
import { delayOf, parseEvery, type Schedule } from '../time/schedule.js';
import { type BackupFile, isAhead, listBackups } from './backup-file.js';
import { makeBackup } from './make-backup.js';

export type BackupsSettings = Pick<Settings, 'backup' | 'database' | 'zone'>;

/** How soon a backup that a command made is seen. */
const LOOK_MS = 30_000;
/** No task of a plugin's own can have this id. */
const TASK = '@backup';

@injectable()
export class Backups {
  private newest: BackupFile | undefined;
  private failedAt: string | undefined;
  private enabledAt: string | undefined;
  private working: Promise<void> = Promise.resolve();
  private cancel = (): void => undefined;
  private endLooking: (() => void) | null = null;

  constructor(
    @inject(SETTINGS) private settings: BackupsSettings,
    @inject(DATABASE) private readonly database: Knex,
    @inject(CACHE) private readonly cache: Pick<Cache, 'rows' | 'commit'>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
  ) {}

  start(): void {
    if (this.endLooking !== null) return;
    const look = {
      everyMs: LOOK_MS,
      failure: 'backups could not be looked for',
      run: () => this.inTurn(() => this.look()),
    };
    this.endLooking = repeat(look, this.clock, this.log);
    void this.begin();
  }

  /** Resolves when the one that is being made is there. */
  async stop(): Promise<void> {
    this.endLooking?.();
    this.endLooking = null;
    this.cancel();
    await this.working;
  }

  async apply(settings: BackupsSettings): Promise<void> {
    this.settings = settings;
    if (this.endLooking !== null) await this.begin();
  }

  private begin(): Promise<void> {
    return this.guarded(async () => {
      try {
        await this.recall();
        await this.look();
      } finally {
        this.arm();
      }
    });
  }

  /** What the row says of the time before: when they were switched on, and whether the last one failed. */
  private async recall(): Promise<void> {
    const now = this.clock.now();
    const [row] = await this.cache.rows(opsBackup, {}, { now, zone: 'UTC', sources: [CORE] });
    const failed = row !== undefined && !row.ok ? row.at : undefined;
    this.failedAt = failed !== undefined && isAhead({ at: failed }, now) ? undefined : failed;
    const isOn = this.settings.backup.every !== null;
    this.enabledAt = isOn ? (row?.enabledAt ?? now.toISOString()) : undefined;
  }

  private async look(): Promise<void> {
    const now = this.clock.now();
    const files = await listBackups(this.settings.backup.folder);
    this.newest = files.find((file) => !isAhead(file, now));
    await this.tell();
  }

  private async tell(): Promise<void> {
    const { newest, failedAt, enabledAt } = this;
    await this.cache.commit({
      source: CORE,
      task: TASK,
      at: this.clock.now().toISOString(),
      fills: [opsBackup.id],
      changes: [{ port: opsBackup.id, kind: 'replace', items: [backupRow({ newest, failedAt, enabledAt })] }],
    });
  }

  private arm(): void {
    this.cancel();
    const { backup, zone } = this.settings;
    if (backup.every === null || this.endLooking === null) return;
    const { newest, failedAt } = this;
    const before = { madeAt: newest?.at, failedAt: openFailure(newest, failedAt) };
    const ms = backupDelay(parseEvery(backup.every, zone), before, this.clock.now());
    if (ms !== null) this.cancel = later(this.clock, ms, () => void this.guarded(() => this.make()));
  }

  private async make(): Promise<void> {
    const { backup, database: location } = this.settings;
    const now = this.clock.now();
    try {
      const { folder, keep } = backup;
      this.newest = await makeBackup({ database: this.database, location, folder, keep, now });
      this.failedAt = undefined;
      this.log.info(`a backup was made: ${this.newest.name}`);
    } catch (error) {
      this.failedAt = now.toISOString();
      this.log.warn(`no backup could be made: ${messageOf(error)}`);
    }
    this.arm();
    await this.tell();
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await this.inTurn(work);
    } catch (error) {
      this.log.warn('the state of backups could not be stored', { error: messageOf(error) });
    }
  }

  /** One thing at a time. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.working.then(work);
    // Whoever asked for it gets its error; the next in turn only waits for the end.
    this.working = done.catch(() => undefined);
    return done;
  }
}

/** What decides when the next backup is due. */
export interface Before {
  /** ISO time of the newest backup. */
  readonly madeAt: string | undefined;
  /** ISO time of the last failure, if nothing has succeeded since. */
  readonly failedAt: string | undefined;
}

/** A daemon that has just begun has better things to do. */
const FIRST_MS = 10_000;
const RETRY_MS = 3_600_000;
const EXACTLY = 0.5;

/** Milliseconds from now; null: never. An interval is counted from the last one, whichever process made it. */
export function backupDelay(schedule: Schedule, { madeAt, failedAt }: Before, now: Date): number | null {
  const since = (at: string): number => now.getTime() - Date.parse(at);
  const retry = failedAt === undefined ? null : Math.max(0, RETRY_MS - since(failedAt));
  if (schedule.kind === 'cron') return earlier(delayOf(schedule, now, EXACTLY), retry);
  const { everyMs } = schedule;
  const soonest = Math.min(FIRST_MS, everyMs);
  if (failedAt !== undefined) return Math.max(soonest, Math.min(everyMs, RETRY_MS) - since(failedAt));
  return madeAt === undefined ? soonest : Math.max(soonest, everyMs - since(madeAt));
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

export type BackupRow = ItemOf<typeof opsBackup>;

export interface BackupFacts {
  /** ISO time when backups were switched on; undefined: they are off. */
  readonly enabledAt: string | undefined;
  readonly newest: BackupFile | undefined;
  /** ISO time of the last failure. */
  readonly failedAt: string | undefined;
}

/** The row of `ops.backup`. Pure. */
function backupRow({ enabledAt, newest, failedAt }: BackupFacts): BackupRow {
  const enabled = enabledAt === undefined ? { configured: false } : { configured: true, enabledAt };
  const failed = openFailure(newest, failedAt);
  if (failed !== undefined) return { ...enabled, ok: false, kind: 'local', at: failed };
  if (newest === undefined) return { ...enabled, ok: false, kind: 'none' };
  const { name, sizeBytes, at } = newest;
  return { ...enabled, ok: true, kind: 'local', sizeBytes, file: name, at };
}

/** When it failed, if nothing has succeeded since. */
const openFailure = (newest: BackupFile | undefined, failedAt: string | undefined): string | undefined =>
  failedAt !== undefined && failedAt > (newest?.at ?? '') ? failedAt : undefined;
