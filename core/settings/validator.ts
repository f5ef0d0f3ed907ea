/** JSON schemas compiled for configs: every error is found, defaults are filled in, and no type is bent. */
import { AjvCompiler } from '@fastify/ajv-compiler';
import type { TSchema } from '@sidelight/plugin-api';
import { FORMATS } from '../ground/formats.js';
import { closedSchema } from './closed-schema.js';

/** One violated keyword, as the validator tells it. */
export interface Violation {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The value. */
  readonly data?: unknown;
  /** The schema that the keyword stands in. */
  readonly parentSchema?: Readonly<Record<string, unknown>>;
}

/** Fills defaults into the value; returns what is wrong with it. */
export type ConfigValidator = (value: unknown) => readonly Violation[];

const compile = AjvCompiler()(
  {},
  {
    customOptions: {
      allErrors: true,
      useDefaults: true,
      coerceTypes: false,
      removeAdditional: false,
      verbose: true,
      // Schemas of third parties may use keywords and formats that are not known here.
      strict: false,
      logger: false,
    },
    onCreate: (ajv) => {
      for (const [name, { check }] of Object.entries(FORMATS)) ajv.addFormat(name, check);
    },
  },
);

const compiled = new WeakMap<object, ConfigValidator>();

/** Compiled once per schema. Throws when the schema itself is no JSON schema. */
export function configValidator(schema: TSchema): ConfigValidator {
  let validator = compiled.get(schema);
  if (validator === undefined) {
    validator = compileValidator(schema);
    compiled.set(schema, validator);
  }
  return validator;
}

function compileValidator(schema: TSchema): ConfigValidator {
  const validate = compile({ schema: closedSchema(schema) });
  return (value) => (validate(value) === true ? [] : ((validate.errors ?? []) as readonly Violation[]));
}
