/**
 * Entries of `integrations:` changed in the text of a config. What is not changed stays as it was written, down to its comments and
 * its order. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
} from 'yaml';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';

/** Settings of an entry by their names; undefined: taken away. */
export type EntryFields = Readonly<Record<string, unknown>>;

type Data = Readonly<Record<string, unknown>>;
type KeyedPair = Pair<Node, Node | null>;

const LIST = 'integrations';
const INDENT = '  ';

/** The settings of an entry as they are written: nothing is filled in. undefined: there is no such entry. */
export function entryIn(text: string, id: string): Data | undefined {
  const list = dataOf(text)[LIST];
  if (!isRecord(list) || !Object.hasOwn(list, id)) return undefined;
  const entry = list[id];
  return isRecord(entry) ? entry : {};
}

/**
 * Adds an entry, or changes some settings of one that is there.
 * @throws config_edit when the text is of a form that cannot be changed without losing something
 */
export function withEntry(text: string, id: string, fields: EntryFields): string {
  const list = asRecord(dataOf(text)[LIST]);
  const wanted = { ...list, [id]: merged(asRecord(list[id]), fields) };
  return proven(text, wanted, () => {
    const listed = inOneLine(text, listOf(text));
    if (listed !== undefined) return replaced(text, listed, wanted);
    if (entryIn(text, id) === undefined) return withNew(text, id, merged({}, fields));
    const last = Object.entries(fields).sort(([, a], [, b]) => Number(a === undefined) - Number(b === undefined));
    return last.reduce((now, [name, value]) => withField(now, id, name, value), text);
  });
}

/** Takes an entry away, with what is written within it. @throws config_edit */
export function withoutEntry(text: string, id: string): string {
  const { [id]: _, ...wanted } = asRecord(dataOf(text)[LIST]);
  return proven(text, wanted, () => {
    const listed = inOneLine(text, listOf(text));
    if (listed !== undefined) return replaced(text, listed, wanted);
    const pair = pairOf(entriesOf(text), id);
    return pair === undefined ? text : cut(text, pair);
  });
}

/** An entry as it would be written below `integrations:`. */
export const entryText = (id: string, fields: EntryFields): string =>
  stringify({ [LIST]: { [id]: merged({}, fields) } }, { lineWidth: 0 }).trimEnd();

/** What a change made is read again: it has to say what was wanted, and nothing else may say anything else. */
function proven(text: string, wanted: Data, change: () => string): string {
  const before = dataOf(text);
  const isWanted = (changed: string): boolean => {
    const { [LIST]: list, ...rest } = dataOf(changed);
    const { [LIST]: _, ...others } = before;
    return isDeepStrictEqual(rest, others) && isDeepStrictEqual(blankless(asRecord(list)), blankless(wanted));
  };
  try {
    const changed = change();
    if (isWanted(changed)) return changed;
  } catch (error) {
    // An anchor that was taken away, for one.
    if (!(error instanceof Unplaced || error instanceof ReferenceError)) throw error;
  }
  throw new CodedError('config_edit', 'This part of the config can only be edited by hand');
}

/** Where to write cannot be told. */
class Unplaced extends Error {}

const asRecord = (value: unknown): Data => (isRecord(value) ? value : {});

/** An entry that has no settings is the same, whether it is blank or an empty map. */
const blankless = (list: Data): Data =>
  Object.fromEntries(Object.entries(list).map(([id, entry]) => [id, entry === null ? {} : entry]));

const merged = (entry: Data, fields: EntryFields): Data =>
  Object.fromEntries(Object.entries({ ...entry, ...fields }).filter(([, value]) => value !== undefined));

const parsed = (text: string) => parseDocument(text, { merge: true });

const dataOf = (text: string): Data => asRecord(parsed(text).toJS({ maxAliasCount: 100 }));

const pairOf = (map: YAMLMap | undefined, name: string): KeyedPair | undefined =>
  map?.items.find(({ key }) => isScalar(key) && String(key.value) === name) as KeyedPair | undefined;

/** A map that has a line for each of its settings. */
function inLines(node: unknown): YAMLMap {
  if (!isMap(node) || node.flow === true) throw new Unplaced();
  return node;
}

function listOf(text: string): KeyedPair | undefined {
  const { contents } = parsed(text);
  return isMap(contents) ? pairOf(contents as YAMLMap, LIST) : undefined;
}

/** `{ url: … }`: written anew as a whole. */
function inOneLine(text: string, pair: KeyedPair | undefined): KeyedPair | undefined {
  const value = pair?.value;
  if (!isMap(value) || value.flow !== true || value.items.length === 0) return undefined;
  if (text.slice(...(value.range ?? [0, 0])).includes('#')) throw new Unplaced();
  return pair;
}

/** undefined: `integrations:` is not there, or nothing stands below it. */
function entriesOf(text: string): YAMLMap | undefined {
  const value = listOf(text)?.value;
  return isBlank(value) ? undefined : inLines(value);
}

const isBlank = (node: unknown): boolean =>
  node === undefined ||
  node === null ||
  (isScalar(node) && node.value === null) ||
  (isMap(node) && node.items.length === 0);

function withNew(text: string, id: string, fields: Data): string {
  const lines = stringify({ [id]: fields }, { lineWidth: 0 })
    .trimEnd()
    .split('\n');
  const entries = entriesOf(text);
  const last = entries?.items.at(-1) as KeyedPair | undefined;
  if (last !== undefined) return inserted(text, endOfLine(text, endOf(last)), indented(lines, columnOf(text, last)));
  const list = listOf(text);
  if (list !== undefined) return below(text, list, indented(lines, columnOf(text, list) + INDENT));
  const head = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const gap = head.trim() === '' ? '' : '\n';
  return `${head}${gap}${LIST}:\n${indented(lines, INDENT).join('\n')}\n`;
}

function withField(text: string, id: string, name: string, value: unknown): string {
  const entry = pairOf(entriesOf(text), id);
  if (entry === undefined) throw new Unplaced();
  if (inOneLine(text, entry) !== undefined)
    return replaced(text, entry, merged(asRecord(entryIn(text, id)), { [name]: value }));
  const lines =
    value === undefined
      ? []
      : stringify({ [name]: value }, { lineWidth: 0 })
          .trimEnd()
          .split('\n');
  if (isBlank(entry.value))
    return lines.length === 0 ? text : below(text, entry, indented(lines, columnOf(text, entry) + INDENT));
  const map = inLines(entry.value);
  const field = pairOf(map, name);
  if (field === undefined) {
    const last = map.items.at(-1) as KeyedPair;
    return lines.length === 0
      ? text
      : inserted(text, endOfLine(text, endOf(last)), indented(lines, columnOf(text, last)));
  }
  if (value === undefined) return cut(text, field);
  return replaced(text, field, value);
}

/** What stands after the colon; a comment behind it stays. */
function replaced(text: string, { value: node }: KeyedPair, value: unknown): string {
  if (node?.range == null || isAlias(node)) throw new Unplaced();
  const written = stringify(value, { lineWidth: 0, collectionStyle: 'flow', blockQuote: false }).trimEnd();
  const [from] = node.range;
  const gap = text[from - 1] === ':' ? ' ' : '';
  return text.slice(0, from) + gap + written + text.slice(Math.max(from, endOf(node)));
}

/** Below the line of a key that nothing stands below yet; what it says there instead of lines is taken away. */
function below(text: string, pair: KeyedPair, lines: readonly string[]): string {
  const { value } = pair;
  const range = isMap(value) ? value.range : undefined;
  const plain = range == null ? text : `${text.slice(0, range[0]).trimEnd()}${text.slice(range[1])}`;
  return lines.length === 0 ? plain : inserted(plain, endOfLine(plain, pair.key.range?.[1] ?? 0), lines);
}

const endOfPair = ({ key, value }: KeyedPair): number => (value === null ? endOf(key) + 1 : endOf(value));

/** Where it ends, without the comments and line breaks after it. */
function endOf(node: Node | KeyedPair): number {
  if (isPair(node)) return endOfPair(node as KeyedPair);
  if (node.range == null) throw new Unplaced();
  const last =
    isCollection(node) && node.flow !== true ? (node.items.at(-1) as Node | KeyedPair | undefined) : undefined;
  if (last !== undefined) return endOf(last);
  const [from, to] = node.range;
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
    ? to - 1
    : Math.max(from, to);
}

/** Where the next line begins. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', text[at - 1] === '\n' ? at - 1 : at);
  return end < 0 ? text.length : end + 1;
}

const startOfLine = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** The spaces before a key; it has to be the first of its line. */
function columnOf(text: string, { key }: KeyedPair): string {
  const at = key.range?.[0] ?? 0;
  const before = text.slice(startOfLine(text, at), at);
  if (before.trim() !== '') throw new Unplaced();
  return before;
}

const indented = (lines: readonly string[], indent: string): readonly string[] =>
  lines.map((line) => (line === '' ? line : indent + line));

const inserted = (text: string, at: number, lines: readonly string[]): string =>
  `${text.slice(0, at)}${at > 0 && text[at - 1] !== '\n' ? '\n' : ''}${lines.join('\n')}\n${text.slice(at)}`;

/** Whole lines. */
function cut(text: string, pair: KeyedPair): string {
  columnOf(text, pair);
  return text.slice(0, startOfLine(text, pair.key.range?.[0] ?? 0)) + text.slice(endOfLine(text, endOf(pair)));
}
