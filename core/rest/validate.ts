/** What comes in, checked by its schema: query, path and body. */
import { AjvCompiler } from '@fastify/ajv-compiler';
import type { TSchema } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import { FORMATS } from '../ground/formats.js';
import { nearest } from '../ground/nearest.js';
import { holdsNul } from '../http/bodies.js';
import { VALIDATOR_OPTIONS } from '../settings/validator.js';

type Part = 'query' | 'path' | 'body';

interface Problem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly parentSchema?: { readonly properties?: object };
}

/** Each is made when it is first needed: most of what can be asked never is. */
function compilerFor(coerceTypes: false | 'array') {
  const compiler = once(() =>
    AjvCompiler()({}, { ...VALIDATOR_OPTIONS, customOptions: { ...VALIDATOR_OPTIONS.customOptions, coerceTypes } }),
  );
  return (schema: TSchema) => compiler()({ schema });
}

/** A query and a path are texts, turned into what their schema says; a body already has types. */
const ofText = compilerFor('array');
const ofJson = compilerFor(false);

/**
 * A checker of one part of a request: returns the value with defaults filled in.
 * It throws bad_request with everything that is wrong.
 */
export function checker<T>(schema: TSchema, part: Part): (value: unknown) => T {
  const compiled = once(() => (part === 'body' ? ofJson : ofText)(schema));
  return (value) => {
    if (holdsNul(value)) throw new CodedError('bad_request', `The ${part} contains the character NUL`);
    const validate = compiled();
    const copy: unknown = structuredClone(value);
    if (validate(copy) === true) return copy as T;
    const problems = (validate.errors ?? []).map((problem) => sentence(problem as Problem, part));
    throw new CodedError('bad_request', [...new Set(problems)].join('; '));
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function sentence(problem: Problem, part: Part): string {
  const { keyword, params } = problem;
  const noun = part === 'query' ? 'parameter' : 'field';
  const name = problem.instancePath.slice(1).replaceAll('/', '.');
  const subject = name === '' ? `The ${part}` : `"${name}"`;
  if (keyword === 'additionalProperties') return unknown(noun, String(params['additionalProperty']), problem);
  if (keyword === 'required') return `Missing ${noun} "${String(params['missingProperty'])}"`;
  if (keyword === 'enum') return `${subject} must be one of ${JSON.stringify(params['allowedValues'])}`;
  const format = keyword === 'format' ? FORMATS[String(params['format'])] : undefined;
  return format === undefined ? `${subject} ${problem.message}` : `${subject} must be ${format.expected}`;
}

function unknown(noun: string, name: string, problem: Problem): string {
  const meant = nearest(name, Object.keys(problem.parentSchema?.properties ?? {}));
  return `Unknown ${noun} "${name}"${meant === undefined ? '' : `: did you mean "${meant}"?`}`;
}
