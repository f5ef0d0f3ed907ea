/** What a validator found, as sentences that say what was expected and what the field is for. Pure. */
import { FORMATS, STANDARD_FORMATS } from '../ground/formats.js';
import { nearest } from '../ground/nearest.js';
import { type Path, pathOf } from '../ground/path.js';
import type { Violation } from '../settings/validator.js';
import type { Problem } from './problem.js';

export interface ExplainOptions {
  /** Where the validated value stands in the config. */
  readonly base: Path;
  /** Fields that the entry may have beside those of the schema. */
  readonly alsoKnown?: readonly string[];
  /** Whether the value at a path may be shown; one that came from the environment may not. */
  readonly showable?: (path: Path) => boolean;
}

export function explain(violations: readonly Violation[], options: ExplainOptions): readonly Problem[] {
  return withoutBranches(violations).map((violation) => explainOne(violation, options));
}

/** The branches of an alternative each complain; only the complaint about the alternative itself is of use. */
function withoutBranches(violations: readonly Violation[]): readonly Violation[] {
  const alternatives = violations.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return violations.filter(
    (one) =>
      !alternatives.some(
        (other) => other !== one && one.schemaPath.startsWith(`${other.schemaPath}/`) && isBelow(one, other),
      ),
  );
}

const isBelow = (one: Violation, other: Violation): boolean =>
  one.instancePath === other.instancePath || one.instancePath.startsWith(`${other.instancePath}/`);

function explainOne(violation: Violation, options: ExplainOptions): Problem {
  const at = [...options.base, ...pathOf(violation.instancePath)];
  const field = (name: unknown): Path => [...at, String(name)];
  if (violation.keyword === 'required') {
    const name = violation.params['missingProperty'];
    return { kind: 'invalid', path: field(name), text: `is missing${about(propertyOf(violation, String(name)))}` };
  }
  if (violation.keyword === 'additionalProperties') {
    const name = String(violation.params['additionalProperty']);
    return { kind: 'invalid', path: field(name), text: unknownField(name, violation, options) };
  }
  const showable = options.showable?.(at) ?? true;
  const text = `expected ${expectation(violation)}${found(violation, showable)}${about(violation.parentSchema)}`;
  return { kind: 'invalid', path: at, text };
}

function unknownField(name: string, violation: Violation, { alsoKnown = [], base }: ExplainOptions): string {
  const beside = violation.instancePath === '' && base.length > 0 ? alsoKnown : [];
  const known = [...Object.keys(propertiesOf(violation)), ...beside];
  const meant = nearest(name, known);
  if (meant !== undefined) return `unknown field, did you mean ${meant}?`;
  return `unknown field; known here: ${known.join(', ') || 'none'}`;
}

const EXPECTATIONS: Readonly<Record<string, (violation: Violation) => string>> = {
  type: ({ params, parentSchema }) => formatOf(parentSchema) ?? typeName(params['type']),
  enum: ({ params, data }) => oneOf(params['allowedValues'], data),
  const: ({ params }) => JSON.stringify(params['allowedValue']),
  minimum: limit('at least'),
  maximum: limit('at most'),
  exclusiveMinimum: limit('more than'),
  exclusiveMaximum: limit('less than'),
  multipleOf: ({ params }) => `a multiple of ${params['multipleOf']}`,
  minLength: ({ params }) => (params['limit'] === 1 ? 'some text' : `at least ${params['limit']} characters`),
  maxLength: ({ params }) => `at most ${params['limit']} characters`,
  minItems: ({ params }) => `at least ${params['limit']} elements`,
  maxItems: ({ params }) => `at most ${params['limit']} elements`,
  uniqueItems: () => 'no duplicate elements',
  pattern: ({ params, parentSchema }) => `a text that matches ${params['pattern']}${example(parentSchema)}`,
  format: ({ params }) => formatName(String(params['format'])),
  anyOf: ({ parentSchema }) => alternatives(parentSchema?.['anyOf']),
  oneOf: ({ parentSchema }) => alternatives(parentSchema?.['oneOf']),
};

function expectation(violation: Violation): string {
  const say = EXPECTATIONS[violation.keyword];
  return say === undefined ? `what ${violation.keyword} asks for (${violation.message ?? 'not met'})` : say(violation);
}

function limit(words: string): (violation: Violation) => string {
  return ({ params, parentSchema }) =>
    `${parentSchema?.['type'] === 'integer' ? 'a whole number of ' : ''}${words} ${params['limit']}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a map (name: value)',
  array: 'a list (- value)',
  null: 'nothing',
};

const typeName = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((one) => TYPE_NAMES[String(one)] ?? String(one)).join(' or ');

function oneOf(values: unknown, data: unknown): string {
  const allowed = Array.isArray(values) ? values.map(String) : [];
  const meant = typeof data === 'string' ? nearest(data, allowed) : undefined;
  return `one of ${allowed.join(', ')}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`;
}

function alternatives(branches: unknown): string {
  const names = (Array.isArray(branches) ? branches : []).map((branch: Violation['parentSchema']) => {
    if (branch === undefined) return '';
    if ('const' in branch) return JSON.stringify(branch['const']);
    return 'enum' in branch ? oneOf(branch['enum'], undefined) : typeName(branch['type']);
  });
  return [...new Set(names)].join(' or ');
}

const formatName = (format: string): string => wordsFor(format) ?? `a text in the format ${format}`;

const wordsFor = (format: string): string | undefined => FORMATS[format]?.expected ?? STANDARD_FORMATS[format];

const formatOf = (schema: Violation['parentSchema']): string | undefined =>
  typeof schema?.['format'] === 'string' ? wordsFor(schema['format']) : undefined;

function example(schema: Violation['parentSchema']): string {
  const examples = schema?.['examples'];
  return Array.isArray(examples) && examples.length > 0 ? `, such as ${String(examples[0])}` : '';
}

/** What was found instead, unless it may be a secret. */
function found({ data, parentSchema }: Violation, showable: boolean): string {
  if (Array.isArray(data)) return ', found a list';
  if (typeof data === 'object' && data !== null) return ', found a map';
  if (!showable || parentSchema?.['writeOnly'] === true || data === undefined) return '';
  const shown = JSON.stringify(data).replace(/:\/\/[^/@\s]*@/, '://***@');
  return `, found ${shown.length > 60 ? `${shown.slice(0, 57)}…` : shown}`;
}

const propertiesOf = ({ parentSchema }: Violation): Readonly<Record<string, Violation['parentSchema']>> =>
  (parentSchema?.['properties'] ?? {}) as Readonly<Record<string, Violation['parentSchema']>>;

const propertyOf = (violation: Violation, name: string): Violation['parentSchema'] => propertiesOf(violation)[name];

function about(schema: Violation['parentSchema']): string {
  const description = schema?.['description'];
  return typeof description === 'string' && description !== '' ? ` — ${description}` : '';
}
