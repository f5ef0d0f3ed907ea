/** The zoo of broken plugins, copied to where an installation keeps plugins of others. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyPort, definePort, Type } from '@sidelight/plugin-api';
import type { Cache, Scope } from '#core/cache/cache.js';
import { type DatabaseLocation, openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { root } from './root.js';

export type Stage = 'load' | 'create' | 'run' | 'leak' | 'render' | 'beside' | 'later' | 'works';
export type Zoo = Readonly<Record<string, { readonly stage: Stage; readonly code: string | null }>>;

const source = join(root, 'test', 'zoo');

export const zoo = JSON.parse(readFileSync(join(source, 'zoo.json'), 'utf8')) as Zoo;

export const membersOf = (...stages: readonly Stage[]): readonly (readonly [name: string, code: string | null])[] =>
  Object.entries(zoo).flatMap(([name, { stage, code }]) => (stages.includes(stage) ? [[name, code] as const] : []));

export const copyZoo = (folder: string): void => cpSync(source, folder, { recursive: true });

/** From now on its module is that of its next version, or again that of its first. */
export function changeVersion(folder: string, name: string, entry: './later.js' | './index.js'): void {
  const file = join(folder, name, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, exports: entry }));
}

/** A port of the zoo's, to read what is stored of it. */
export const logOf = (id: string): AnyPort =>
  definePort({
    id,
    keep: 'log',
    key: (one) => one.id,
    at: (one) => one.at,
    item: Type.Object({ id: Type.String(), at: Type.String() }),
  });

export const SCOPE: Scope = { now: new Date('2026-06-01T00:00:00.000Z'), zone: 'UTC' };

export const databaseIn = (folder: string): DatabaseLocation => ({
  kind: 'sqlite',
  file: join(folder, 'data', 'sidelight.db'),
});

/** Looks into the database of a daemon, as another process. */
export async function lookInto<T>(folder: string, look: (cache: Cache) => Promise<T>): Promise<T> {
  const database = await openDatabase(databaseIn(folder));
  const cache = await createKnexCache(database);
  try {
    return await look(cache);
  } finally {
    await cache.close();
    await database.destroy();
  }
}
