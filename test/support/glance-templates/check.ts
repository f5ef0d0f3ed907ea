/** Whether a template of Glance shows what a payload has: each field by the accessor of its type. */
import type { TObject } from '@sidelight/plugin-api';
import { fieldType, presentType } from '../pack-rules/field-type.js';
import type { Faults } from '../pack-rules/rule.js';
import { type Block, type Node, readTemplate } from './read.js';

/** What an accessor gives is what it takes; others read as 0 or nothing. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  Int: ['integer'],
  Float: ['integer', 'number'],
  String: ['string'],
  Array: ['array'],
};
const FUNCTIONS = new Set([
  ...['ne', 'eq', 'ge', 'gt', 'lt', 'and', 'or', 'add', 'sub', 'mul', 'div', 'printf', 'formatNumber', 'findMatch'],
  ...['parseTime', 'toRelativeTime', 'parseRelativeTime'],
]);
/** A test that a field is there: `.String` of null and of what is missing is "", of a number its digits. */
const COMPARED = /(?:eq|ne) \(\.String "([^"]*)"\) "/g;
const IS_THERE = /ne \(\.String "([^"]*)"\) ""/g;
const ACCESS = /(\.JSON)?\.([A-Z]\w*) "([^"]*)"/g;

/** A subrequest that there is not fails the template, so that the content of before stays. */
const FAILS = /^\.Subrequest "[^"]*"$/;

/** A variable is given a value, and nothing is printed. */
const SETS = /^\$\w+ :?= /;

const NONE: ReadonlySet<string> = new Set();

/** The data of an action: the answer, or one row of its list. */
interface Scope {
  readonly schema: TObject;
  readonly isRow: boolean;
  /** Fields that were found to be there. */
  readonly there: ReadonlySet<string>;
}

/** An error body has no field but this. */
const ERROR = { type: 'object', properties: { 'error.message': { type: 'string' } } } as unknown as TObject;

export function templateFaults(template: string, response: TObject): Faults {
  let nodes: readonly Node[];
  try {
    nodes = readTemplate(template.trim());
  } catch (error) {
    return [String(error)];
  }
  const [first, ...rest] = nodes.filter((node) => !('text' in node && node.text.trim() === ''));
  const isGuarded = first !== undefined && 'block' in first && first.head === 'ne .Response.StatusCode 200';
  if (!isGuarded || rest.length > 0) return ['it does not test the status first'];
  return [
    ...faultsIn(first.body, { schema: ERROR, isRow: false, there: NONE }),
    ...faultsIn(first.otherwise, { schema: response, isRow: false, there: NONE }),
  ];
}

const faultsIn = (nodes: readonly Node[], scope: Scope): Faults =>
  nodes.flatMap((node) => {
    if ('text' in node) return [];
    return 'print' in node ? printFaults(node.print, scope) : blockFaults(node, scope);
  });

function blockFaults({ block, head, body, otherwise }: Block, scope: Scope): Faults {
  const tested = block === 'if' ? [...head.matchAll(IS_THERE)].flatMap(([, field = '']) => field) : [];
  const within = { ...scope, there: new Set([...scope.there, ...tested]) };
  const compared = block === 'if' ? [...head.matchAll(COMPARED)].flatMap(([, field = '']) => field) : [];
  const own = expressionFaults(head, { ...within, there: new Set([...within.there, ...compared]) });
  if (block === 'if' || own.length > 0) return [...own, ...faultsIn(body, within), ...faultsIn(otherwise, scope)];
  const [access] = [...head.matchAll(ACCESS)];
  if (access?.[2] !== 'Array') return [`"range ${head}" is over no array`];
  const { items } = (scope.schema.properties[access[3] ?? ''] ?? {}) as { readonly items?: TObject };
  if (items === undefined) return [`"range ${head}" is over no rows`];
  return [...faultsIn(body, { schema: items, isRow: true, there: NONE }), ...faultsIn(otherwise, scope)];
}

/** A number is grouped or scaled; an array and a flag are never printed. */
function printFaults(expression: string, scope: Scope): Faults {
  if (SETS.test(expression)) return expressionFaults(expression, scope);
  const raw = /\.(Int|Float) "[^"]*"$/.test(expression) ? [`"${expression}" prints a number as it is`] : [];
  const shown = /\.(Array|Bool) "/.test(expression) ? [`"${expression}" prints what is no text`] : [];
  return [...raw, ...shown, ...expressionFaults(expression, scope)];
}

function expressionFaults(expression: string, scope: Scope): Faults {
  if (FAILS.test(expression)) return [];
  const words = expression
    .replaceAll(ACCESS, '')
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\s()|]+/)
    .filter((word) => word !== '' && !/^(\d+(\.\d+)?|\$\w+|:?=)$/.test(word));
  const unknown = words.filter((word) => !FUNCTIONS.has(word) && (scope.isRow || word !== '.Response.StatusCode'));
  return [
    ...unknown.map((word) => `"${word}" is unknown`),
    ...[...expression.matchAll(ACCESS)].flatMap(([access, root, accessor = '', field = '']) => {
      if ((root === undefined) !== scope.isRow) return [`${access} is not within reach`];
      const isThere = scope.there.has(field);
      const type = (isThere ? presentType : fieldType)(scope.schema, field);
      const takes = [...(TAKES[accessor] ?? []), ...(isThere && accessor === 'String' ? ['integer', 'number'] : [])];
      return takes.includes(type) ? [] : [`${access} reads what is ${type}`];
    }),
  ];
}
