/** Opens the database: SQLite as a file, PostgreSQL by its url. Brings the schema up to date. */
import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@sidelight/plugin-api/errors';
import knex, { type Knex } from 'knex';
import type pg from 'pg';
import { CodedError } from '../ground/errors.js';
import { databaseError } from './database-error.js';
import { watchDatabase } from './database-watch.js';
import { appliedMigrations, isBehind, migrate } from './migrations/migrate.js';
import { keepPrepared, type PreparingConnection } from './prepared.js';
import { all, isPostgres, run } from './sql.js';

export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

const locations = new WeakMap<object, DatabaseLocation>();

/** Where a database that `openDatabase` returned is. */
export const locationOf = (db: Knex): DatabaseLocation | undefined => locations.get(db);

/**
 * A missing file is made, with its folders; a damaged one is left as it is. Close it with `destroy()`.
 * @throws sqlite_missing, data_unwritable, database_corrupt, database_newer, database_unreachable, disk_full
 */
export async function openDatabase(location: DatabaseLocation): Promise<Knex> {
  if (location.kind === 'sqlite') {
    await checkFile(location.file);
    await demandNotNewer(location);
  }
  const db = location.kind === 'sqlite' ? openSqlite(location.file) : await openPostgres(location.url);
  try {
    // The first look at the schema: SQLite tells a damaged file here, PostgreSQL a server that is not there.
    await all(db, location.kind === 'sqlite' ? 'SELECT name FROM sqlite_master' : 'SELECT 1');
    if (location.kind === 'sqlite') await useWriteAheadLog(db);
    await migrate(db);
    await watchDatabase(db, location.kind === 'sqlite' ? location.file : null);
  } catch (error) {
    await db.destroy();
    throw named(databaseError(error), location);
  }
  locations.set(db, location);
  return db;
}

/** A commit may hold the only writer's place for seconds: reads go on beside it, on connections of their own. */
const SQLITE_CONNECTIONS = 3;
const BUSY_MS = 30_000;
const WAL_PAGES = 8000;

/**
 * The file as it is: neither checked nor brought up to date. `flags` are those of SQLite's own, beside the usual.
 * @throws sqlite_missing
 */
export function openSqlite(file: string, flags: readonly string[] = []): Knex {
  const settings = [
    `PRAGMA busy_timeout = ${BUSY_MS}`,
    'PRAGMA synchronous = NORMAL',
    'PRAGMA foreign_keys = ON',
    'PRAGMA journal_size_limit = 67108864',
    // In pages of 4 kB. A page that many commits have changed goes into the file once.
    `PRAGMA wal_autocheckpoint = ${WAL_PAGES}`,
  ];
  return withDriver({
    client: 'sqlite3',
    connection: { filename: file, flags: [...flags] } as Knex.Sqlite3ConnectionConfig,
    useNullAsDefault: true,
    ...QUIET,
    pool: {
      min: 1,
      max: SQLITE_CONNECTIONS,
      afterCreate(connection: SqliteConnection, done: (error: Error | null, connection: SqliteConnection) => void) {
        keepPrepared(connection);
        connection.exec(settings.join(';'), (error) => done(error, connection));
      },
    },
  });
}

/** knex loads the driver, and tells of one that cannot be loaded by a command of its own before the reason. */
function withDriver(config: Knex.Config): Knex {
  try {
    return knex(config);
  } catch (error) {
    const [, reason] = /^Knex: run\n.*\n([\s\S]*)$/.exec(messageOf(error)) ?? [];
    if (reason === undefined) throw error;
    throw new CodedError('sqlite_missing', reason.split('\n')[0] ?? reason, { cause: error });
  }
}

/** The file as it lies there, to be read: neither it nor anything beside it is changed, but for the index of a log that is there. */
export async function openUntouched(file: string): Promise<Knex> {
  // What the write-ahead log holds belongs to the database. Without one nothing is made beside the file.
  const hasLog = (await exists(`${file}-wal`)) && (await stat(`${file}-wal`)).size > 0;
  return openSqlite(`${pathToFileURL(file).href}?${hasLog ? 'mode=ro' : 'immutable=1'}`, ['OPEN_URI']);
}

/**
 * Opened for writing, the file of a newer version would be changed before its schema is read: its log is put into it, or it gets one.
 * @throws database_newer
 */
async function demandNotNewer(location: DatabaseLocation & { readonly kind: 'sqlite' }): Promise<void> {
  if ((await stat(location.file)).size === 0) return;
  const db = await openUntouched(location.file);
  try {
    isBehind(await appliedMigrations(db));
  } catch (error) {
    // Whatever else is wrong is met again, and told, where the file is opened to be used.
    if (error instanceof CodedError) throw named(error, location);
  } finally {
    await db.destroy();
  }
}

/** knex writes to the console what it throws as well, and puts values into the messages of errors. */
const silent = (): void => undefined;
const QUIET = {
  compileSqlOnError: false,
  log: { warn: silent, error: silent, debug: silent, deprecate: silent },
} as const;

interface SqliteConnection extends PreparingConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

const WAL_TRIES = 100;
const WAL_PAUSE_MS = 50;

/** Done once in the life of a file. Here SQLite does not wait for another process that is at it, so we do. */
async function useWriteAheadLog(db: Knex): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(db, 'PRAGMA journal_mode = WAL');
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || attempt === WAL_TRIES) throw error;
      await setTimeout(WAL_PAUSE_MS);
    }
  }
}

/** A commit, and what is read beside it. One more listens. */
const POSTGRES_CONNECTIONS = 3;
/** The server ends a transaction whose process has vanished, so that the others go on. */
const LEFT_OPEN_MS = 15_000;

const INT8 = 20;
const NUMERIC = 1700;

async function openPostgres(url: string): Promise<Knex> {
  const { default: driver } = await import('pg');
  // Counts and sums arrive as numbers: those of a home are far below 2^53.
  const numbers: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === INT8 || oid === NUMERIC ? Number : driver.types.getTypeParser(oid, format as 'text'),
  };
  const open = new Set<pg.Client>();
  const db = knex({
    client: 'pg',
    ...QUIET,
    connection: {
      ...connectionTo(url),
      types: numbers,
      idle_in_transaction_session_timeout: LEFT_OPEN_MS,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: POSTGRES_CONNECTIONS,
      propagateCreateError: true,
      afterCreate(client: pg.Client, done: (error: Error | null, client: pg.Client) => void) {
        open.add(client);
        client.once('end', () => open.delete(client));
        done(null, client);
      },
    } as Knex.PoolConfig,
  });
  pools.set(db, open);
  return db;
}

const pools = new WeakMap<object, ReadonlySet<pg.Client>>();

/** The server is out of reach, which an open connection notices after a quarter of an hour: what waits for it fails now. */
export function dropConnections(db: Knex): void {
  for (const client of pools.get(db) ?? []) dropConnection(client);
}

/** Without a goodbye, which a server that is out of reach would not answer. */
export const dropConnection = (client: pg.Client): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

/**
 * A connection of one's own beside the pool, not yet connected.
 * @param answerMs a query that takes longer fails
 */
export async function clientTo(url: string, answerMs?: number): Promise<pg.Client> {
  const { default: driver } = await import('pg');
  const patience = answerMs === undefined ? {} : { query_timeout: answerMs, connectionTimeoutMillis: answerMs };
  return new driver.Client({ ...connectionTo(url), ...patience });
}

/** Each process has a name of its own. */
const NAME = 'sidelight-';
const ownName = NAME + randomBytes(6).toString('hex');

/** How many processes of Sidelight have a PostgreSQL database open; commands count as long as they run. SQLite has one daemon. */
export async function instancesOn(db: Knex): Promise<number> {
  if (!isPostgres(db)) return 1;
  const names = await all<{ application_name: string }>(
    db,
    'SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, ?)',
    [NAME],
  );
  return names.length;
}

/** Settings of every connection to PostgreSQL: a server that vanished is noticed within a minute. */
const connectionTo = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: ownName,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

const HEADER = 'SQLite format 3\0';

/** Everything about the file that SQLite would only tell later, or less clearly. */
async function checkFile(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
    if (!(await exists(file))) {
      await demandNoCopies(file);
      return await makeFile(file);
    }
    await access(file, constants.R_OK | constants.W_OK);
    if (await isDatabase(file)) return;
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError('data_unwritable', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
  throw new CodedError('database_corrupt', `${file} is not a Sidelight database, or is damaged`);
}

/** An empty database in the place of one that is gone would look like a loss of everything. */
async function demandNoCopies(file: string): Promise<void> {
  const name = basename(file);
  const copies = (await readdir(dirname(file))).filter((one) => one.startsWith(`${name}.before-`)).sort();
  const newest = copies.at(-1);
  if (newest === undefined) return;
  const hint = `Put it back with: sidelight restore ${join(dirname(file), newest)}. To start afresh, move it away.`;
  throw new CodedError('database_missing', `${file} is missing, and ${newest} is next to it`, { hint });
}

/** For nobody else on this machine: it holds what signs sessions and opens the first run. SQLite makes the files beside it alike. */
async function makeFile(file: string): Promise<void> {
  await (await open(file, 'a', 0o600)).close();
}

/** An empty file is one that is yet to be filled. */
async function isDatabase(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    return bytesRead === 0 || buffer.toString('latin1', 0, bytesRead) === HEADER;
  } finally {
    await handle.close();
  }
}

async function exists(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found !== null;
}

/** Says which database it is about, without the password. */
function named(error: unknown, location: DatabaseLocation): unknown {
  if (!(error instanceof CodedError)) return error;
  return new CodedError(error.code, `${placeOf(location)}: ${error.message}`, { cause: error.cause });
}

function placeOf(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return location.file;
  if (!URL.canParse(location.url)) return 'PostgreSQL';
  const { host, pathname } = new URL(location.url);
  return `PostgreSQL at ${host}${pathname}`;
}
