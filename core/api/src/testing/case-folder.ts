/** A test case as a folder of data: `config.yaml`, `upstream.json`, `expected.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { mismatch, type Static, Type } from '../schema.js';
import type { UpstreamCall } from './http-mock.js';

const Fields = Type.Record(Type.String(), Type.Unknown());

const CaseConfig = Type.Object(
  {
    /** The entry of the YAML, as a user writes it. */
    integration: Fields,
    /** Those of the plugin, as a user writes them. */
    settings: Type.Optional(Fields),
    /** Where the fake clock starts. */
    now: Type.Optional(Type.String({ format: 'date-time' })),
    zone: Type.Optional(Type.String()),
    /** What the memo already holds, key → value. */
    memo: Type.Optional(Fields),
    /** When nobody looked at the integration. */
    gaps: Type.Optional(
      Type.Array(Type.Object({ from: Type.String({ format: 'date-time' }), to: Type.String({ format: 'date-time' }) })),
    ),
    /** Not given: check, every task, every fragment. */
    steps: Type.Optional(Type.Array(Type.Union([Type.String(), Fields]))),
  },
  { additionalProperties: false },
);

export type CaseConfig = Static<typeof CaseConfig>;

export interface CaseFolder {
  readonly name: string;
  readonly folder: string;
  readonly config: CaseConfig;
  readonly upstream: readonly UpstreamCall[];
}

/** The folders under `test/cases` of a package, in the order of their names. */
export function caseNames(root: string): readonly string[] {
  const folder = join(root, 'test', 'cases');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @throws a sentence that names the file that is missing or wrong. */
export function readCase(folder: string): CaseFolder {
  const file = join(folder, 'config.yaml');
  const config: unknown = parseYaml(readFileSync(file, 'utf8'));
  const wrong = mismatch(CaseConfig, config);
  if (wrong !== undefined) throw new Error(`${file}: ${wrong}`);
  return { name: basename(folder), folder, config: config as CaseConfig, upstream: readUpstream(folder) };
}

/** What has to come of the steps. @throws a sentence when there is no `expected.json` */
export function readExpected(folder: string): unknown {
  const file = join(folder, 'expected.json');
  if (!existsSync(file))
    throw new Error(`${file} is missing: run the tests with UPDATE_CASES=1, then read what it says`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A call as it is written: its answer may lie in a file beside it. */
type WrittenCall = UpstreamCall & { readonly responseFile?: string };

function readUpstream(folder: string): readonly UpstreamCall[] {
  const file = join(folder, 'upstream.json');
  if (!existsSync(file)) return [];
  const calls = JSON.parse(readFileSync(file, 'utf8')) as readonly WrittenCall[];
  return calls.map(({ responseFile, ...call }) => {
    if (responseFile === undefined) return call;
    const type = TYPES[extname(responseFile)] ?? 'application/octet-stream';
    return {
      ...call,
      response: readFileSync(join(folder, responseFile), 'utf8'),
      rawHeaders: { 'Content-Type': type, ...call.rawHeaders },
    };
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'text/xml; charset=utf-8',
};
