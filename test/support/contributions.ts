/** What the files under widgets/ export, found as the daemon finds it: by their names. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyLookup, AnySummary, AnyWidget, DigestRule } from '@sidelight/plugin-api';

export interface Contributions {
  readonly widgets: readonly AnyWidget[];
  readonly summaries: readonly AnySummary[];
  readonly lookups: readonly AnyLookup[];
  readonly rules: readonly DigestRule[];
}

const root = fileURLToPath(new URL('../../../widgets/dist/', import.meta.url));

async function exportsOf(folder: string): Promise<readonly Record<string, unknown>[]> {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.js'));
  return Promise.all(files.map((file) => import(join(root, folder, file))));
}

export async function loadContributions(): Promise<Contributions> {
  const modules = [...(await exportsOf('.')), ...(await exportsOf('digest'))];
  const all = <T>(one: string, many: string): readonly T[] =>
    modules.flatMap((module) => [module[one] ?? [], module[many] ?? []].flat() as T[]);
  return {
    widgets: all('widget', 'widgets'),
    summaries: all('summary', 'summaries'),
    lookups: all('lookup', 'lookups'),
    rules: all('rule', 'rules'),
  };
}
