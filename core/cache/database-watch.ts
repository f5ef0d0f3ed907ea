/** Whether the database takes writes, kept in memory: what a full disk would not take can be told all the same. */
import { stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import { databaseError, isDatabaseTrouble } from './database-error.js';
import { isPostgres, run } from './sql.js';

/** What fails may succeed in between: trouble is over when nothing has failed between so many looks, and a write succeeds. */
const QUIET_LOOKS = 2;

export class DatabaseWatch {
  private trouble: CodedError | null = null;
  /** Since something has failed. */
  private looks = 0;
  private readonly listeners = new Set<(trouble: CodedError | null) => void>();

  /** @param demandFile rejects when the file is not the one that was opened */
  constructor(
    private readonly db: Knex,
    private readonly demandFile: () => Promise<void>,
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
      // A server that does not answer is no failed query: nothing else tells of it.
      if (isPostgres(this.db)) await run(this.db, 'SELECT 1');
      this.looks += 1;
      const isQuiet = this.looks > QUIET_LOOKS || this.trouble?.code === 'database_unreachable';
      if (this.trouble === null || !isQuiet) return;
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
    // Whatever else fails then fails of it.
    if (this.trouble?.code === 'database_missing' && coded.code !== 'database_missing') return;
    this.looks = 0;
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
 * From now on its trouble is known, and nothing is written to a SQLite file that was removed or replaced.
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
    throw new CodedError('database_missing', `${file} ${what} while Sidelight was running: nothing more is written`, {
      hint,
    });
  };
}

interface Connection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

interface Client {
  acquireConnection(): Promise<Connection>;
  acquireRawConnection(): Promise<Connection>;
}

/** How long a look at the file holds: reads of small pages are many. */
const HOLDS_MS = 1000;

/**
 * What was opened is still read when its file is gone, so that what is known can be told; nothing is written to it, and no
 * connection that would make an empty file is opened. Every statement needs a connection first: the one place that all pass.
 */
function guardConnections(db: Knex, demandFile: () => Promise<void>): void {
  const client = db.client as Client;
  const acquire = client.acquireConnection.bind(client);
  const open = client.acquireRawConnection.bind(client);
  const readOnly = new WeakSet<Connection>();
  let [lookedAt, isThere] = [Number.NEGATIVE_INFINITY, true];
  client.acquireRawConnection = async () => {
    await demandFile();
    return open();
  };
  client.acquireConnection = async () => {
    if (performance.now() - lookedAt > HOLDS_MS) {
      isThere = await demandFile().then(
        () => true,
        () => false,
      );
      lookedAt = performance.now();
    }
    const connection = await acquire();
    if (isThere === readOnly.has(connection)) {
      await setReadOnly(connection, !isThere);
      if (isThere) readOnly.delete(connection);
      else readOnly.add(connection);
    }
    return connection;
  };
}

const setReadOnly = (connection: Connection, on: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null): void => (error === null ? resolve() : reject(error));
    connection.exec(`PRAGMA query_only = ${on ? 'ON' : 'OFF'}`, done);
  });
