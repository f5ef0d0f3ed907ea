/** What commands open beside a running daemon or without one. */
import 'reflect-metadata';
import type { Knex } from 'knex';
import { AuditLog } from '../audit/audit-log.js';
import type { Cache } from '../cache/cache.js';
import { openDatabase } from '../cache/database.js';
import type { CoreSettings } from '../config/to-settings.js';
import { silentLog } from '../ground/log.js';
import { KeyStore } from '../keys/key-store.js';
import { systemClock } from '../time/clock.js';
import type { CommandInput } from './command.js';
import { coreSettingsFor } from './settings.js';

export async function withDatabase<T>(
  input: CommandInput,
  work: (database: Knex, settings: CoreSettings) => Promise<T>,
): Promise<T> {
  const settings = coreSettingsFor(input);
  const database = await openDatabase(settings.database);
  try {
    return await work(database, settings);
  } finally {
    await database.destroy();
  }
}

/** What commands do is somebody's doing, too: whoever can run them. */
export const COMMAND_LINE = 'the command line';

export const auditOf = (database: Knex, settings: CoreSettings): AuditLog =>
  new AuditLog(database, settings, systemClock, silentLog);

export const withKeys = <T>(input: CommandInput, work: (keys: KeyStore, audit: AuditLog) => Promise<T>): Promise<T> =>
  withDatabase(input, (database, settings) =>
    work(new KeyStore(database, settings, systemClock, silentLog), auditOf(database, settings)),
  );

export const withCache = <T>(
  input: CommandInput,
  work: (cache: Cache, settings: CoreSettings) => Promise<T>,
): Promise<T> =>
  withDatabase(input, async (database, settings) => {
    const { createKnexCache } = await import('../cache/knex.js');
    return work(await createKnexCache(database), settings);
  });

/** With the ports that plays are stored in, and those that are derived from them. */
export const withHistory = <T>(
  input: CommandInput,
  work: (cache: Cache, settings: CoreSettings) => Promise<T>,
): Promise<T> =>
  withCache(input, async (cache, settings) => {
    const { corePorts } = await import('../derivations/ports.js');
    const { mediaFiles, mediaItems, mediaLibraries, mediaPlayback, mediaUsers } = await import('@sidelight/plugin-api');
    const ports = [mediaPlayback, mediaUsers, mediaLibraries, mediaItems, mediaFiles, ...corePorts];
    for (const port of ports) await cache.declare(port);
    return work(cache, settings);
  });
