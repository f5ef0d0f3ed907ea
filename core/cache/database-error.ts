import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError, type ErrorId } from '../ground/errors.js';

/** What the driver's codes mean to the user. SQLite's are names, PostgreSQL's are SQLSTATE, Node's are those of the system. */
const CODES: readonly (readonly [RegExp, ErrorId, string])[] = [
  [/^SQLITE_FULL|^53100$|^ENOSPC$/, 'disk_full', 'The disk of the database is full'],
  [/^SQLITE_(CORRUPT|NOTADB)|^XX00[12]$/, 'database_corrupt', 'The database is damaged'],
  [/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|^(EACCES|EPERM|EROFS)$/, 'data_unwritable', 'The database cannot be written'],
  [
    /^E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)$|^08|^28|^3D000$|^57P0/,
    'database_unreachable',
    'The database does not answer',
  ],
  [/^25006$/, 'data_unwritable', 'The database does not accept writes'],
  [/^SQLITE_IOERR|^58030$/, 'database_failed', 'The database cannot read or write its disk'],
];

/** What says nothing of the work that met it: the same succeeds once the database takes writes again. */
const PASSING: ReadonlySet<ErrorId> = new Set<ErrorId>([
  ...(['disk_full', 'data_unwritable', 'database_corrupt', 'database_missing'] as const),
  ...(['database_unreachable', 'database_failed'] as const),
]);

/** Whether it is the database that fails, and not what was asked of it. */
export const isDatabaseTrouble = (error: unknown): error is CodedError =>
  error instanceof CodedError && PASSING.has(error.code);

/** Said without a code, as by what another layer of the file's has refused. */
const FULL = /database or disk is full|no space left on device/i;
const LOST = /connection (terminated|ended)|timeout expired|not queryable|acquiring a connection/i;

/** What a driver threw, as an error of the table where it is one; anything else as it is. */
export function databaseError(error: unknown): unknown {
  if (error instanceof CodedError) return error;
  const code = codeOf(error);
  const [, id, text] = CODES.find(([pattern]) => pattern.test(code)) ?? [];
  if (id !== undefined) return new CodedError(id, `${text}: ${reasonOf(error)}`, { cause: error });
  if (FULL.test(messageOf(error))) {
    return new CodedError('disk_full', `The disk of the database is full: ${reasonOf(error)}`, { cause: error });
  }
  if (LOST.test(messageOf(error))) {
    return new CodedError('database_unreachable', `The database does not answer: ${reasonOf(error)}`, { cause: error });
  }
  return error;
}

/** The driver's own words: knex puts the statement before them. */
export const reasonOf = (error: unknown): string =>
  (error instanceof AggregateError ? messageOf(error.errors[0]) : messageOf(error)).split(' - ').at(-1) ?? '';

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  // Several addresses of one host that all fail: Node wraps their errors.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Runs something on the database. What it throws is coded. */
export async function coded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseError(error);
  }
}
