/**
 * Makes a fixture of databases by the code of this build: `node test/dist/support/fixture-database/make.js <folder>`.
 * test/fixtures/databases/README.md tells when.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type DatabaseLocation, openSqlite } from '#core/cache/database.js';
import { appliedMigrations } from '#core/cache/migrations/migrate.js';
import { manualClock } from '../manual-clock.js';
import { startPostgres } from '../postgres.js';
import { answerAt, type Expected, keysOf, type Secrets } from './expected.js';
import { fillPorts } from './fill.js';
import { AT, openHousehold, startHousehold } from './household.js';
import { ACTION, ADDRESS, ADMIN, ANSWER, ATTEMPT, makeKeys, makePeople, SESSIONS } from './people.js';
import { answerOf, freshnessOf, questionsOf, rowsOf } from './says.js';

const run = promisify(execFile);

/** Fields that rows alone decide. */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  homepage: ['movies', 'shows', 'episodes', 'libraries', 'users', 'feedHits', 'invites', 'downloadTotal', 'stalled'],
  activity: ['count', 'items'],
  statistics: ['titles', 'users', 'topTitle', 'topUser', 'items', 'people'],
  libraries: ['totalBytes', 'libraries'],
  weather: ['sensors', 'freezing', 'items'],
};

type Said = Omit<Expected, 'routes' | 'secrets'>;

async function makeDatabase(location: DatabaseLocation): Promise<{ readonly said: Said; readonly secrets: Secrets }> {
  const clock = manualClock(AT);
  const household = await openHousehold(location, clock);
  try {
    const filled = await fillPorts(household);
    const keys = await makeKeys(household.keys);
    const { secret, cookie } = await makePeople(household.database, clock);
    const answers: Expected['answers'][number][] = [];
    for (const question of questionsOf(household)) {
      answers.push({ ...question, answer: await answerOf(household, question, AT) });
    }
    const said = {
      at: AT,
      migrations: await appliedMigrations(household.database),
      sources: [...(await household.cache.sources())].sort(),
      rows: await rowsOf(household, AT),
      fresh: freshnessOf(household),
      answers,
      ...filled,
      address: ADDRESS,
      keys: keysOf(await household.keys.list()),
      admin: ADMIN,
      sessions: SESSIONS,
      audit: ACTION,
      replay: { attempt: ATTEMPT, answer: ANSWER },
    };
    return { said, secrets: { keys, installation: secret, cookie } };
  } finally {
    await household.close();
  }
}

async function makeSqlite(folder: string, file: string) {
  const location = { kind: 'sqlite', file: join(folder, 'sidelight.db') } as const;
  const made = await makeDatabase(location);
  const db = openSqlite(location.file);
  for (const sql of ['PRAGMA journal_mode = DELETE', 'VACUUM']) await db.raw(sql);
  await db.destroy();
  await writeFile(file, gzipSync(await readFile(location.file)));
  return { ...made, routes: await routesOf(location, made.secrets) };
}

/** The daemon tidies up when it stops: it is asked once the database is in safety. */
async function routesOf(location: DatabaseLocation, { keys }: Secrets): Promise<Expected['routes']> {
  const daemon = await startHousehold(location, manualClock(AT));
  try {
    // The plays were put into the cache by themselves: what is derived of them is made now.
    await daemon.services.engine.recounted();
    const answers = Object.entries(ROUTES).map(async ([route, fields]) => {
      const path = `/api/widgets/${route}`;
      return [path, await answerAt(daemon, path, keys['plain'] ?? '', fields)] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  } finally {
    await daemon.stop();
  }
}

async function makePostgres(file: string) {
  const server = await startPostgres();
  try {
    const made = await makeDatabase({ kind: 'postgres', url: server.url });
    const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=50'];
    const { stdout } = await run('pg_dump', [...options, server.url], { maxBuffer: 2 ** 26 });
    // Commands of psql are left out: any client can load the rest.
    await writeFile(file, gzipSync(stdout.replace(/^\\.*\n/gm, '')));
    return made;
  } finally {
    await server.stop();
  }
}

const [, , out] = process.argv;
if (out === undefined) throw new Error('name the folder that the fixture goes to');
await mkdir(out, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'sidelight-fixture-'));
try {
  const sqlite = await makeSqlite(folder, join(out, 'sidelight.sqlite.gz'));
  const postgres = await makePostgres(join(out, 'postgres.sql.gz'));
  if (!isDeepStrictEqual(sqlite.said, postgres.said)) throw new Error('the two databases differ');
  const secrets = { sqlite: sqlite.secrets, postgres: postgres.secrets };
  const expected: Expected = { ...sqlite.said, routes: sqlite.routes, secrets };
  await writeFile(join(out, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
