/** What the cases of a package say that its plugin publishes: rows for its widgets to show. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../host/is-record.js';
import type { AnyPort } from '../port.js';
import { caseNames, readCase } from './case-folder.js';

/** The rows at the end of one case. */
export interface CaseRows {
  readonly name: string;
  readonly now: Date;
  readonly zone: string;
  /** What is kept of the port's rows. */
  cached(port: AnyPort): readonly object[];
  /** What the integration answers about the port when it is asked. */
  live(port: AnyPort): readonly object[];
}

/** Cases without an `expected.json` are left out: they fail by themselves. */
export const caseRowsOf = (root: string): readonly CaseRows[] =>
  caseNames(root)
    .map((name) => join(root, 'test', 'cases', name))
    .filter((folder) => existsSync(join(folder, 'expected.json')))
    .map(rowsIn);

function rowsIn(folder: string): CaseRows {
  const { name, config } = readCase(folder);
  const expected: unknown = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  const outcomes = listIn(expected);
  const changes = outcomes.flatMap(({ published }) => listIn(published));
  return {
    name,
    now: new Date(config.now ?? '2026-11-20T12:00:00.000Z'),
    zone: config.zone ?? 'UTC',
    cached: (port) => [...keptOf(port, changes).values()],
    live: (port) => listIn(outcomes.findLast(({ step, rows }) => step === `fragment:${port.id}` && rows)?.['rows']),
  };
}

/** As a commit keeps them, by their keys. */
function keptOf(port: AnyPort, changes: readonly Fields[]): ReadonlyMap<string, object> {
  const kept = new Map<string, object>();
  for (const { port: id, kind, items, upsert, remove } of changes) {
    if (id !== port.id) continue;
    if (kind === 'replace') kept.clear();
    for (const key of Array.isArray(remove) ? remove : []) kept.delete(String(key));
    for (const item of listIn(kind === 'patch' ? upsert : items)) kept.set(port.key(item), item);
  }
  return kept;
}

type Fields = Readonly<Record<string, unknown>>;

const listIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);
