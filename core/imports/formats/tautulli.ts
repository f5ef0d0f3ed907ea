/** The history of Tautulli: its database, or a backup of it, which may be packed. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../../ground/errors.js';
import { columnsOf, isSqlite, sqliteRows, type Table, withSqlite } from '../sqlite-rows.js';
import type { ReadHistory } from '../told.js';
import { isZip, unpack } from '../unpack.js';
import { sessionTold } from './tautulli-row.js';

export const readTautulli: ReadHistory = async function* (file, { scratch }) {
  if (!(await isZip(file))) return yield* ofDatabase(file);
  const unpacked = join(scratch, `${randomUUID()}.db`);
  try {
    await unpack(file, unpacked, /\.db$/);
    yield* ofDatabase(unpacked);
  } finally {
    await rm(unpacked, { force: true });
  }
};

async function* ofDatabase(file: string) {
  if (!(await isSqlite(file))) throw new CodedError('import_file', 'It is not a Tautulli database');
  for await (const { rows, done } of sqliteRows(file, await tableOf(file))) {
    yield { rows: rows.map(sessionTold), done };
  }
}

/** Where each field is; where it was in older versions; without it, it is not known. */
const FIELDS: readonly (readonly [name: string, ...places: string[]])[] = [
  ...['started', 'stopped', 'paused_counter', 'user_id', 'user', 'player', 'product', 'location'].map(
    (name): readonly [string, string] => [name, 'h'],
  ),
  ...['rating_key', 'grandparent_rating_key', 'media_type', 'section_id'].map(
    (name): readonly [string, string, string] => [name, 'h', 't'],
  ),
  ...['transcode_decision', 'video_decision'].map((name): readonly [string, string] => [name, 'm']),
  ...['title', 'parent_title', 'grandparent_title', 'original_title', 'full_title', 'media_index'].map(
    (name): readonly [string, string] => [name, 't'],
  ),
  ...['parent_media_index', 'duration', 'guid', 'live'].map((name): readonly [string, string] => [name, 't']),
  ['friendly_name', 'u'],
];

const TABLES = { h: 'session_history', m: 'session_history_media_info', t: 'session_history_metadata', u: 'users' };

/** Versions differ in their columns. @throws import_file */
function tableOf(file: string): Promise<Table> {
  return withSqlite(file, async (database) => {
    const columns = new Map<string, ReadonlySet<string>>();
    for (const [alias, table] of Object.entries(TABLES)) columns.set(alias, await columnsOf(database, table));
    if (columns.get('h')?.has('started') !== true)
      throw new CodedError('import_file', 'It is a database, but not Tautulli’s: it has no session_history');
    const selected = FIELDS.map(([name, ...places]) => {
      const place = places.find((alias) => columns.get(alias)?.has(name));
      return place === undefined ? `NULL AS ${name}` : `${place}.${name} AS ${name}`;
    });
    const joined = (['m', 't'] as const).map((alias) =>
      columns.get(alias)?.size === 0 ? '' : `LEFT JOIN ${TABLES[alias]} ${alias} ON ${alias}.id = h.id`,
    );
    const users = columns.get('u')?.has('user_id') ? 'LEFT JOIN users u ON u.user_id = h.user_id' : '';
    const select = `SELECT h.id AS key, ${selected.join(', ')} FROM session_history h ${joined.join(' ')} ${users}`;
    return { name: TABLES.h, key: 'h.id', select };
  });
}
