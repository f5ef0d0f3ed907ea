/** The YAML, as data that remembers its lines. */
import { readFileSync } from 'node:fs';
import { messageOf } from '@sidelight/plugin-api/errors';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type Document as YamlDocument,
} from 'yaml';
import { CodedError } from '../ground/errors.js';
import { isRecord, type Path } from '../ground/path.js';

export interface ConfigDocument {
  /** Entries left blank (`server:` with nothing below) are left out; blank integrations and plugins are empty maps. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The line, from 1, of an entry, or of the closest one around it that is there; null when nothing is. */
  lineOf(path: Path): number | null;
}

export const emptyDocument: ConfigDocument = { data: {}, lineOf: () => null };

/** @throws config_missing, config_syntax */
export function readConfig(file: string): ConfigDocument {
  return parseConfig(readText(file), file);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CodedError('config_missing', `${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** @throws config_syntax with every syntax error and its line */
export function parseConfig(text: string, file: string): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const wrong = faultsOf(document, text).map(({ at, message }) => `  line ${lines.linePos(at).line}: ${message}`);
  if (wrong.length > 0) throw syntaxError(file, wrong);
  const data = toData(document, file);
  return { data, lineOf: (path) => lineOf(document, lines, path) };
}

interface Fault {
  /** Offset in the text. */
  readonly at: number;
  readonly message: string;
}

/** What the parser says in its own words is said in ours. */
const FAULTS: Readonly<Record<string, (key: string) => string>> = {
  MULTIPLE_DOCS: () => 'expected one document, found the beginning of a second',
  DUPLICATE_KEY: (key) => `"${key}" appears twice: put everything under the first one`,
};

/** The key that begins at a place. */
const keyAt = (text: string, at: number): string => /^[^:\n]*/.exec(text.slice(at))?.[0].trim() ?? '';

function faultsOf(document: YamlDocument, text: string): readonly Fault[] {
  const faults = [...document.errors, ...document.warnings].map(({ pos, code, message }) => ({
    at: pos[0],
    message: FAULTS[code]?.(keyAt(text, pos[0])) ?? message,
  }));
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      faults.push({ at: alias.range?.[0] ?? 0, message: `*${alias.source} has no anchor before it` });
    },
  });
  return faults;
}

const syntaxError = (file: string, wrong: readonly string[]): CodedError =>
  new CodedError('config_syntax', `${file} is not valid YAML:\n${wrong.join('\n')}`);

function toData(document: YamlDocument, file: string): Readonly<Record<string, unknown>> {
  const value = toPlain(document, file) ?? {};
  if (!isRecord(value)) throw syntaxError(file, ['  line 1: expected a map of settings (name: value)']);
  const maps = ['integrations', 'plugins'].flatMap((name) => {
    const map = value[name];
    return isRecord(map) ? [[name, withEmpties(map)]] : [];
  });
  return { ...withoutBlanks(value), ...Object.fromEntries(maps) };
}

/** Of entries that need no more than their name. */
const withEmpties = (map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(map).map(([id, entry]) => [id, entry === null ? {} : blankless(entry)]));

function toPlain(document: YamlDocument, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw syntaxError(file, [`  ${messageOf(error)}`]);
  }
}

const withoutBlanks = (map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(map)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, blankless(value)]),
  );

function blankless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blankless);
  return isRecord(value) ? withoutBlanks(value) : value;
}

function lineOf(document: YamlDocument, lines: LineCounter, path: Path): number | null {
  let node = document.contents as Node | null;
  let offset: number | undefined;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      node = (node.items[Number(step)] ?? null) as Node | null;
      offset = node?.range?.[0] ?? offset;
    } else break;
  }
  return offset === undefined ? null : lines.linePos(offset).line;
}
