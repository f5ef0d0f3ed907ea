/** Statements of a connection to SQLite, kept as they are compiled: to compile a small read costs more than to answer it. */
import { LRUCache } from 'lru-cache';

type Done = (error: Error | null, rows?: unknown) => void;

interface Statement {
  all(bindings: readonly unknown[], done: Done): unknown;
  finalize(): unknown;
}

/** What of the driver's connection counts here. */
export interface PreparingConnection {
  prepare(sql: string, done: (error: Error | null) => void): Statement;
  all(sql: string, bindings: readonly unknown[] | undefined, done: Done): unknown;
  close(done: (error: Error | null) => void): unknown;
}

/** Of each connection: some 10 kB each. */
const KEPT = 64;
const ROWS = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;
/** A statement holds what is bound to it until something else is. */
const MOST_BOUND = 1000;

const isKept = (sql: string, bindings: readonly unknown[]): boolean =>
  ROWS.test(sql) && !bindings.some((value) => typeof value === 'string' && value.length > MOST_BOUND);

/** SQLite compiles a kept statement anew by itself once the schema has changed. */
export function keepPrepared(connection: PreparingConnection): void {
  const statements = new LRUCache<string, Statement>({ max: KEPT, dispose: (statement) => void statement.finalize() });
  const { all, close } = connection;
  connection.all = (sql, bindings = [], done) => {
    if (!isKept(sql, bindings)) return all.call(connection, sql, bindings, done);
    const known = statements.get(sql);
    if (known !== undefined) return known.all(bindings, done);
    // Where it cannot be compiled the driver tells only here, and answers nothing that is asked of it.
    const statement = connection.prepare(sql, (error) => {
      if (error === null) return;
      statements.delete(sql);
      done(error);
    });
    statements.set(sql, statement);
    return statement.all(bindings, done);
  };
  connection.close = (done) => {
    statements.clear();
    return close.call(connection, done);
  };
}
