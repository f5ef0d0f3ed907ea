/** What a schema cannot say of the config: names that cannot be used, and expressions that are none. */
import { type ConfigProblem, messageOf } from '@sidelight/plugin-api';
import { compile } from './expression.js';
import type { Config, WidgetEntry } from './upstream.js';

const ROUTE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const FIELD = /^[a-z][A-Za-z0-9]*$/;
/** Fields of every row and every payload. */
const ROW_FIELDS = new Set([
  'name',
  'label',
  'labelAt',
  'position',
  'progress',
  'tone',
  'at',
  'href',
  'image',
  'source',
]);
const OWN_FIELDS = new Set([
  'id',
  'items',
  'source',
  'service',
  'updatedAt',
  'sourceState',
  'sources',
  'error',
  'message',
]);

type Path = ConfigProblem['path'];

export const problemsOf = (config: Config): readonly ConfigProblem[] =>
  Object.entries(config.widgets).flatMap(([id, widget]) => problemsOfWidget(['widgets', id], id, widget));

function problemsOfWidget(at: Path, id: string, { fields, list }: WidgetEntry): readonly ConfigProblem[] {
  const name = ROUTE.test(id)
    ? []
    : [{ path: at, text: `expected a name like my-widget: it is the end of the route /api/widgets/${id}` }];
  const figures = Object.entries(fields).flatMap(([field, { value }]) => [
    ...nameProblem([...at, 'fields', field], field, OWN_FIELDS),
    ...expressionProblem([...at, 'fields', field, 'value'], value),
  ]);
  return [...name, ...figures, ...(list === undefined ? [] : problemsOfList([...at, 'list'], list))];
}

function problemsOfList(
  at: Path,
  { label, details = {}, ...plain }: NonNullable<WidgetEntry['list']>,
): readonly ConfigProblem[] {
  const expressions = Object.entries(plain).flatMap(([field, text]) => expressionProblem([...at, field], text));
  const columns = Object.entries(details).flatMap(([field, { value }]) => [
    ...nameProblem([...at, 'details', field], field, ROW_FIELDS),
    ...expressionProblem([...at, 'details', field, 'value'], value),
  ]);
  const labels = label === undefined ? [] : expressionProblem([...at, 'label', 'value'], label.value);
  return [...expressions, ...labels, ...columns];
}

function nameProblem(path: Path, field: string, taken: ReadonlySet<string>): readonly ConfigProblem[] {
  if (taken.has(field)) return [{ path, text: `the name ${field} is reserved: choose another` }];
  return FIELD.test(field) ? [] : [{ path, text: 'use a lower-case letter, then letters and digits' }];
}

function expressionProblem(path: Path, text: string): readonly ConfigProblem[] {
  try {
    compile(text);
    return [];
  } catch (error) {
    return [{ path, text: `expected a JSONata expression: ${messageOf(error)}` }];
  }
}
