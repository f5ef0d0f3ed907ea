/** What is left in the file of a database: plays, and whether everything that is kept counted is what a recount gives. */
import { type ItemOf, mediaPlayback, mediaPlaytime } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { countRows, everyRow } from '#core/cache/counter-table.js';
import { openSqlite } from '#core/cache/database.js';
import { loadTables } from '#core/cache/declare.js';
import { all, run } from '#core/cache/sql.js';
import { type Playtime, playtimeOf } from '#core/derivations/playtime.js';

type Play = ItemOf<typeof mediaPlayback> & { readonly source: string };

export interface Left {
  /** Of every play that is stored. */
  readonly plays: readonly Play[];
  /** How many counters there are, and which of them are not what a recount gives. */
  readonly counters: number;
  readonly wrong: readonly string[];
}

export async function leftIn(file: string): Promise<Left> {
  const database = openSqlite(file);
  try {
    const [{ integrity_check: word } = { integrity_check: 'no answer' }] = await all<{ integrity_check: string }>(
      database,
      'PRAGMA integrity_check',
    );
    const plays = await itemsOf<ItemOf<typeof mediaPlayback>>(database, mediaPlayback.id);
    const { kept, wrong } = await recounted(database);
    const untold = await outOfAccount(database, plays);
    return { plays, counters: kept, wrong: [...(word === 'ok' ? [] : [`the file: ${word}`]), ...wrong, ...untold] };
  } finally {
    await database.destroy();
  }
}

async function itemsOf<T>(database: Knex, port: string): Promise<readonly (T & { readonly source: string })[]> {
  const table = (await loadTables(database)).get(port);
  if (table === undefined) return [];
  const rows = await all<{ source: string; item: string }>(database, `SELECT source, item FROM ${table.name}`);
  return rows.map(({ source, item }) => ({ ...(JSON.parse(item) as T), source }));
}

/** Every counter of every port, of every source and value, counted anew from the rows. */
async function recounted(database: Knex) {
  const texts = async (trx: Knex) => {
    const rows = await all<{ text: string }>(
      trx,
      `SELECT port || ' ' || counter || ' ' || source || ' ' || label || ': ' || n || ', ' || total AS text
       FROM counters WHERE n <> 0 OR total <> 0`,
    );
    return new Set(rows.map(({ text }) => text));
  };
  const kept = await texts(database);
  const trx = await database.transaction();
  await run(trx, 'DELETE FROM counters');
  for (const table of (await loadTables(trx)).values()) await countRows(trx, table, table.counters, 1, everyRow);
  const anew = await texts(trx);
  await trx.rollback();
  const wrong = [
    ...[...kept].filter((text) => !anew.has(text)).map((text) => `kept ${text}`),
    ...[...anew].filter((text) => !kept.has(text)).map((text) => `counted ${text}`),
  ];
  return { kept: kept.size, wrong };
}

/** The account of time against what the plays come to. */
async function outOfAccount(database: Knex, plays: readonly Play[]): Promise<readonly string[]> {
  const sums = (rows: readonly (Playtime & { readonly source: string })[]): ReadonlyMap<string, number> => {
    const sum = new Map<string, number>();
    for (const { source, playId, at, seconds } of rows) {
      const key = `${source} ${playId} ${at}`;
      sum.set(key, (sum.get(key) ?? 0) + seconds);
    }
    return sum;
  };
  const told = sums(await itemsOf<Playtime>(database, mediaPlaytime.id));
  const wanted = sums(plays.flatMap((play) => playtimeOf(play).map((row) => ({ ...row, source: play.source }))));
  return [...new Set([...told.keys(), ...wanted.keys()])]
    .filter((key) => told.get(key) !== wanted.get(key))
    .map((key) => `time of ${key}: ${told.get(key)} in place of ${wanted.get(key)}`);
}
