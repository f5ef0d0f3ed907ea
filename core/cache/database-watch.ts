/** Whether the database takes writes, kept in memory: what a full disk would not take can be told all the same. */
import { stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import { databaseError, isDatabaseTrouble } from './database-error.js';
import { isPostgres, run } from './sql.js';

/** What fails once may succeed the next time: trouble is over when nothing has failed for so long and a write succeeds. */
const QUIET_MS = 15_000;

export class DatabaseWatch {
  private trouble: CodedError | null = null;
  private failedAt = 0;
  private readonly listeners = new Set<(trouble: CodedError | null) => void>();

  /**
   * @param demandFile rejects when the file is not the one that was opened
   * @param now milliseconds of a clock that does not jump
   */
  constructor(
    private readonly db: Knex,
    private readonly demandFile: () => Promise<void>,
    private readonly now: () => number = () => performance.now(),
  ) {
    db.on('query-error', (error: unknown) => this.met(error));
  }

  /** What is wrong now, as a sentence and what to do; null: nothing that is known of. */
  get fault(): CodedError | null {
    return this.trouble;
  }

  /** Told when trouble begins, becomes another, or ends. */
  onChange(listener: (trouble: CodedError | null) => void): void {
    this.listeners.add(listener);
  }

  /** Looks after the file, and whether what was in trouble is over it. Never throws. */
  async look(): Promise<void> {
    try {
      await this.demandFile();
      if (this.trouble === null || this.now() - this.failedAt < QUIET_MS) return;
      await this.tryWriting();
      this.tell(null);
    } catch (error) {
      this.met(error);
    }
  }

  /** An error of the driver, or one that says the same in a sentence. Others are not the database's. */
  private met(error: unknown): void {
    const coded = databaseError(error);
    if (!isDatabaseTrouble(coded)) return;
    this.failedAt = this.now();
    this.tell(coded);
  }

  /** Large enough to need room on the disk, and gone again at once. */
  private tryWriting(): Promise<void> {
    const value = 'x'.repeat(PROBE_BYTES);
    return this.db
      .transaction(async (trx) => {
        await run(trx, 'DELETE FROM meta WHERE name = ?', [PROBE]);
        await run(trx, 'INSERT INTO meta (name, value) VALUES (?, ?)', [PROBE, value]);
      })
      .then(() => run(this.db, 'DELETE FROM meta WHERE name = ?', [PROBE]));
  }

  private tell(trouble: CodedError | null): void {
    const before = this.trouble?.code;
    this.trouble = trouble;
    if (before !== trouble?.code) for (const listener of this.listeners) listener(trouble);
  }
}

const PROBE = 'watch.probe';
const PROBE_BYTES = 65_536;

const WATCHES = new WeakMap<object, { readonly watch: DatabaseWatch; readonly demandFile: () => Promise<void> }>();

/** The watch of a database that was opened with `watchDatabase`. */
export const watchOf = (db: Knex): DatabaseWatch | undefined => WATCHES.get(db)?.watch;

/** Rejects when the file of the database is gone, or another one: what is written now would be lost. */
export const demandFileOf = (db: Knex): Promise<void> => WATCHES.get(db)?.demandFile() ?? Promise.resolve();

/**
 * From now on its trouble is known, and nothing is asked of a SQLite file that was removed or replaced.
 * @param file null: it is a server's
 */
export async function watchDatabase(db: Knex, file: string | null): Promise<DatabaseWatch> {
  const demandFile = file === null || isPostgres(db) ? async () => undefined : await sameFile(file);
  if (file !== null) guardConnections(db, demandFile);
  const watch = new DatabaseWatch(db, demandFile);
  WATCHES.set(db, { watch, demandFile });
  return watch;
}

/** @throws database_missing by what it returns, as soon as another file, or none, is in the place of this one */
async function sameFile(file: string): Promise<() => Promise<void>> {
  const opened = await stat(file, { bigint: true });
  return async () => {
    const found = await stat(file, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (found !== null && found.ino === opened.ino && found.dev === opened.dev) return;
    const what = found === null ? 'was removed' : 'was replaced by another file';
    const hint = 'Stop Sidelight, put the database back (`sidelight restore` takes a backup), and start it again.';
    throw new CodedError('database_missing', `${file} ${what} while Sidelight runs: nothing more is written`, { hint });
  };
}

interface Client {
  acquireConnection(): Promise<unknown>;
}

/** How long a look at the file holds: reads of small pages are many. */
const HOLDS_MS = 1000;

/** Each statement and each transaction needs a connection first: the one place that all of them pass. */
function guardConnections(db: Knex, demandFile: () => Promise<void>): void {
  const client = db.client as Client;
  const acquire = client.acquireConnection.bind(client);
  let lookedAt = Number.NEGATIVE_INFINITY;
  client.acquireConnection = async () => {
    if (performance.now() - lookedAt > HOLDS_MS) {
      await demandFile();
      lookedAt = performance.now();
    }
    return acquire();
  };
}
