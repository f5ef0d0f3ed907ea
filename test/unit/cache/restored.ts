/** Databases that an earlier version made, each time anew from its fixture. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { root } from '../../support/daemon.js';
import type { Expected, Kind } from '../../support/fixture-database/expected.js';
import { type Place, POSTGRES, postgresPlace, sqlitePlace } from './caches.js';

/** The databases that they are kept in, as far as there is a server. */
export const KINDS: readonly (readonly [name: string, kind: Kind])[] = [
  ['SQLite', 'sqlite'],
  ...(POSTGRES === undefined ? [] : [['PostgreSQL', 'postgres'] as const]),
];

const FOLDER = join(root, 'test', 'fixtures', 'databases');

export interface Fixture {
  /** Of the build that made it. */
  readonly name: string;
  readonly expected: Expected;
  restore(kind: Kind): Promise<Place>;
}

export const FIXTURES: readonly Fixture[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const folder = join(FOLDER, name);
    return {
      name,
      expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected,
      restore: (kind) => (kind === 'sqlite' ? restoreSqlite(folder) : restorePostgres(folder)),
    };
  });

async function restoreSqlite(folder: string): Promise<Place> {
  const place = await sqlitePlace();
  if (place.location.kind !== 'sqlite') throw new Error('that is no file');
  await writeFile(place.location.file, gunzipSync(await readFile(join(folder, 'sidelight.sqlite.gz'))));
  return place;
}

async function restorePostgres(folder: string): Promise<Place> {
  if (POSTGRES === undefined) throw new Error('SIDELIGHT_TEST_POSTGRES names no server');
  const place = await postgresPlace(POSTGRES);
  if (place.location.kind !== 'postgres') throw new Error('that is no server');
  const client = new pg.Client(place.location.url);
  await client.connect();
  await client.query(gunzipSync(await readFile(join(folder, 'postgres.sql.gz'))).toString());
  await client.end();
  return place;
}
