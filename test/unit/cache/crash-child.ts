/** Commits ten rows, then thousands; tells on standard output when it has written some of those, and goes on slowly. */
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { batch, replace } from './batches.js';
import { shelves } from './ports.js';

const db = await openDatabase({ kind: 'sqlite', file: process.argv[2] ?? '' });
const cache = await createKnexCache(db);
await cache.declare(shelves);
const items = Array.from({ length: 5000 }, (_, i) => ({ path: `/${i}`, room: 'x' }));
await cache.commit(batch('one', [replace(shelves, items.slice(0, 10))], { cursor: 'first' }));

let inserts = 0;
db.on('query-response', (_response: unknown, query: { sql: string }) => {
  if (!query.sql.startsWith('INSERT INTO "rows_') || ++inserts < 3) return;
  process.stdout.write('writing\n');
  // The kill must find the transaction open.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
});
await cache.commit(batch('one', [replace(shelves, items)], { cursor: 'second' }));
