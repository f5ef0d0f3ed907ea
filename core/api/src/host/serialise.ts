/**
 * Payloads as their response schema declares them: a field that is not declared never leaves the daemon, wherever it
 * stands. A schema is compiled once into functions that copy what it declares.
 */
import { type TSchema, validatorOf } from '../schema.js';
import { isRecord } from './is-record.js';

/** A copy of the value with the declared fields only. Throws a TypeError naming a field whose value has another shape. */
export type Projector = (value: unknown) => unknown;

type Kind = 'object' | 'list' | 'scalar' | 'any';

/** @throws TypeError when the schema declares its fields in a way that cannot be followed (`$ref`) */
export const projectorOf = (schema: TSchema): Projector => compile(schema, 'the payload');

function compile(schema: TSchema, at: string): Projector {
  const keywords = schema as Readonly<Record<string, unknown>>;
  if ('$ref' in keywords || '$dynamicRef' in keywords) throw new TypeError(`${at} is declared by a reference`);
  const variants = keywords['anyOf'] ?? keywords['oneOf'];
  if (Array.isArray(variants)) return compileChoice(variants, at);
  if (Array.isArray(keywords['allOf'])) return compileSum(keywords['allOf'], at);
  switch (kindOf(schema)) {
    case 'object':
      return compileObject(keywords, at);
    case 'list':
      return compileList(keywords, at);
    case 'scalar':
      return (value) => scalar(value, at);
    case 'any':
      return (value) => value;
  }
}

function kindOf(schema: TSchema): Kind {
  const { type, ...rest } = schema as Readonly<Record<string, unknown>>;
  if (type === 'object' || isRecord(rest['properties'])) return 'object';
  if (type === 'array') return 'list';
  return type === undefined && !('const' in rest) && !('enum' in rest) ? 'any' : 'scalar';
}

function scalar(value: unknown, at: string): unknown {
  if (typeof value === 'object' && value !== null)
    throw new TypeError(`${at} holds an object where it declares a value`);
  return value;
}

function compileObject(keywords: Readonly<Record<string, unknown>>, at: string): Projector {
  const properties = Object.entries((keywords['properties'] ?? {}) as Record<string, TSchema>);
  const fields = properties.map(([name, schema]) => [name, compile(schema, `${at}.${name}`)] as const);
  const open = compileOpen(keywords, at);
  return (value) => {
    if (!isRecord(value)) throw new TypeError(`${at} is not an object`);
    const copy: Record<string, unknown> = open(value);
    for (const [name, project] of fields) {
      const field = value[name];
      if (field !== undefined) copy[name] = project(field);
    }
    return copy;
  };
}

/** The fields whose names are declared by a pattern, as those of `Type.Record`. */
function compileOpen(keywords: Readonly<Record<string, unknown>>, at: string) {
  const patterns = Object.entries((keywords['patternProperties'] ?? {}) as Record<string, TSchema>).map(
    ([pattern, schema]) => ({ pattern: new RegExp(pattern), project: compile(schema, `${at}[…]`) }),
  );
  return (value: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const copy: Record<string, unknown> = {};
    if (patterns.length === 0) return copy;
    for (const [name, field] of Object.entries(value)) {
      const declared = patterns.find(({ pattern }) => pattern.test(name));
      if (declared !== undefined) copy[name] = declared.project(field);
    }
    return copy;
  };
}

function compileList({ items }: Readonly<Record<string, unknown>>, at: string): Projector {
  const each = Array.isArray(items)
    ? items.map((schema: TSchema, index) => compile(schema, `${at}[${index}]`))
    : compile((items ?? {}) as TSchema, `${at}[]`);
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError(`${at} is not a list`);
    if (typeof each === 'function') return value.map((element) => each(element));
    return each.map((project, index) => project(value[index]));
  };
}

/** The variant of the value's kind; where several are, the first whose schema it matches. */
function compileChoice(variants: readonly TSchema[], at: string): Projector {
  const options = variants.map((schema) => ({ schema, kind: kindOf(schema), project: compile(schema, at) }));
  return (value) => {
    const kind: Kind = Array.isArray(value) ? 'list' : isRecord(value) ? 'object' : 'scalar';
    const fitting = options.filter((option) => option.kind === kind || option.kind === 'any');
    if (fitting.length === 0) throw new TypeError(`${at} is none of what it declares`);
    if (kind === 'scalar' || fitting.length === 1) return fitting[0]?.project(value);
    const matched = fitting.find((option) => validatorOf(option.schema).Check(value));
    if (matched === undefined) throw new TypeError(`${at} is none of what it declares`);
    return matched.project(value);
  };
}

function compileSum(parts: readonly TSchema[], at: string): Projector {
  const projectors = parts.map((schema) => compile(schema, at));
  return (value) => Object.assign({}, ...projectors.map((project) => project(value)));
}
