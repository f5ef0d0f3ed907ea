/** What commands open beside a running daemon or without one. */
import 'reflect-metadata';
import type { Knex } from 'knex';
import type { Cache } from '../cache/cache.js';
import { openDatabase } from '../cache/database.js';
import { createKnexCache } from '../cache/knex.js';
import { silentLog } from '../ground/log.js';
import { KeyStore } from '../keys/key-store.js';
import type { Settings } from '../settings/settings.js';
import { systemClock } from '../time/clock.js';
import type { CommandInput } from './command.js';
import { loadFor } from './settings.js';

export async function withDatabase<T>(
  input: CommandInput,
  work: (database: Knex, settings: Settings) => Promise<T>,
): Promise<T> {
  const { settings } = await loadFor(input);
  const database = await openDatabase(settings.database);
  try {
    return await work(database, settings);
  } finally {
    await database.destroy();
  }
}

export const withKeys = <T>(input: CommandInput, work: (keys: KeyStore) => Promise<T>): Promise<T> =>
  withDatabase(input, (database, settings) => work(new KeyStore(database, settings, systemClock, silentLog)));

export const withCache = <T>(input: CommandInput, work: (cache: Cache, settings: Settings) => Promise<T>): Promise<T> =>
  withDatabase(input, async (database, settings) => work(await createKnexCache(database), settings));
