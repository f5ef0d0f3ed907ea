/** The database, looked at without changing it: neither its schema nor a file beside it. */
import { stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import { clientTo, openUntouched } from '../../cache/database.js';
import { databaseError } from '../../cache/database-error.js';
import { appliedMigrations, isBehind } from '../../cache/migrations/migrate.js';
import { all } from '../../cache/sql.js';
import type { CoreSettings } from '../../config/to-settings.js';
import { CodedError } from '../../ground/errors.js';
import { hasDaemon } from '../../replicas/sole.js';
import { bytesText, durationText, type Finding, findingOf, type Section, versionOf } from './page.js';

type Body = Omit<Section, 'title'>;

export const database = ({ database: location }: CoreSettings): Promise<Body> =>
  location.kind === 'sqlite' ? sqlite(location.file) : postgres(location.url);

/** Reading all of a larger one takes long. */
const CHECKED_BYTES = 250_000_000;

async function sqlite(file: string): Promise<Body> {
  const sizes = await Promise.all([sizeOf(file), sizeOf(`${file}-wal`)]);
  const [size, log = 0] = sizes;
  const runs = (await hasDaemon(file)) ? 'a daemon is running on it' : 'no daemon is running on it';
  if (size === undefined)
    return {
      lines: [
        ['kind', 'SQLite, not made yet'],
        ['daemon', runs],
      ],
      findings: [],
    };
  const opened = await openUntouched(file);
  try {
    const [version] = await all<{ version: string }>(opened, 'SELECT sqlite_version() AS version');
    const schema = await schemaOf(await appliedMigrations(opened));
    const isSound = size > CHECKED_BYTES ? null : await isWhole(opened);
    return {
      lines: [
        ['kind', `SQLite ${versionOf(version?.version) ?? ''}`.trim()],
        ['size', `${bytesText(size)}, and ${bytesText(log)} in its log`],
        ['schema', schema.text],
        ['sound', isSound === null ? 'too large to check here' : isSound ? 'yes' : 'no'],
        ['daemon', runs],
      ],
      findings: [...schema.findings, ...(isSound === false ? [findingOf('the database', 'database_corrupt')] : [])],
    };
  } catch (error) {
    throw databaseError(error);
  } finally {
    await opened.destroy();
  }
}

async function isWhole(opened: Knex): Promise<boolean> {
  const [found] = await all<{ quick_check: string }>(opened, 'PRAGMA quick_check(1)');
  return found?.quick_check === 'ok';
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

const ANSWER_MS = 10_000;
/** So much may clocks differ before times in the history do. */
export const SKEW_MS = 60_000;

async function postgres(url: string): Promise<Body> {
  const client = await clientTo(url, ANSWER_MS);
  // A connection that breaks later is told by the query that it breaks.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{
      version: string;
      size: string;
      now: Date;
      made: string | null;
      lease: string | null;
    }>(
      `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size,
       clock_timestamp() AS now, to_regclass('knex_migrations') AS made, to_regclass('lease') AS lease`,
    );
    const skew = (rows[0]?.now.getTime() ?? Date.now()) - Date.now();
    const names =
      rows[0]?.made == null ? [] : (await client.query<{ name: string }>('SELECT name FROM knex_migrations')).rows;
    const schema = await schemaOf(names.map(({ name }) => name));
    const leaders =
      rows[0]?.lease == null ? [] : (await client.query('SELECT 1 FROM lease WHERE until > clock_timestamp()')).rows;
    return {
      lines: [
        ['kind', `PostgreSQL ${versionOf(rows[0]?.version) ?? ''}`.trim()],
        ['size', bytesText(Number(rows[0]?.size ?? 0))],
        ['schema', schema.text],
        ['clock', skewText(skew)],
        ['daemon', leaders.length === 0 ? 'none is syncing' : 'one is syncing'],
      ],
      findings: [...schema.findings, ...skewFindings('the database server', skew)],
    };
  } catch (error) {
    throw databaseError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function schemaOf(applied: readonly string[]): Promise<{ text: string; findings: readonly Finding[] }> {
  if (applied.length === 0) return { text: 'none yet', findings: [] };
  try {
    const behind = isBehind(applied);
    return { text: `${applied.length} steps${behind ? ', the next start updates it' : ''}`, findings: [] };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return { text: `${applied.length} steps, from a newer version`, findings: [findingOf('the database', error.code)] };
  }
}

export const skewText = (ms: number): string =>
  Math.abs(ms) < 2_000 ? 'as here' : `${durationText(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} this machine`;

export const skewFindings = (who: string, ms: number): readonly Finding[] =>
  Math.abs(ms) < SKEW_MS
    ? []
    : [{ what: `the clock of ${who} is ${skewText(ms)}`, mend: 'Let a time server set the clocks of both.' }];
