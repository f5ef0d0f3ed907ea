/** Backups by the clock, and what is known of them as the row of `ops.backup`. */
import { messageOf, opsBackup } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { inject, injectable } from 'tsyringe';
import type { Cache } from '../cache/cache.js';
import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { Log } from '../log.js';
import { CORE } from '../ops/own-notices.js';
import { repeat } from '../repeat.js';
import { later } from '../sync/later.js';
import { parseEvery } from '../sync/schedule.js';
import { TOKENS } from '../tokens.js';
import { type BackupFile, listBackups } from './backup-file.js';
import { backupRow, openFailure } from './backup-row.js';
import { makeBackup } from './make-backup.js';
import { backupDelay } from './schedule.js';

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
    @inject(TOKENS.Settings) private settings: BackupsSettings,
    @inject(TOKENS.Database) private readonly database: Knex,
    @inject(TOKENS.Cache) private readonly cache: Pick<Cache, 'rows' | 'commit'>,
    @inject(TOKENS.Clock) private readonly clock: Clock,
    @inject(TOKENS.Log) private readonly log: Log,
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
    this.failedAt = row !== undefined && !row.ok ? row.at : undefined;
    const isOn = this.settings.backup.every !== null;
    this.enabledAt = isOn ? (row?.enabledAt ?? now.toISOString()) : undefined;
  }

  private async look(): Promise<void> {
    [this.newest] = await listBackups(this.settings.backup.folder);
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
