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

/** As the schema compiler makes it: fills defaults into the value, and says whether it is right. */
export interface RawValidator {
  (value: unknown): boolean;
  /** Of the last call. */
  readonly errors?: readonly Violation[] | null;
}

/** What everything that comes in is checked with: configs, now or by the build, and requests. */
export const VALIDATOR_OPTIONS = {
  customOptions: {
    allErrors: true,
    useDefaults: true,
    coerceTypes: false,
    removeAdditional: false,
    verbose: true,
    // Schemas of third parties may use keywords and formats that are not known here.
    strict: false,
    logger: false,
    // See demandSchema: only what somebody else declared has to be doubted.
    validateSchema: false,
  },
  onCreate: (ajv) => {
    for (const [name, { check }] of Object.entries(FORMATS)) ajv.addFormat(name, check);
  },
} as const satisfies Parameters<ReturnType<typeof AjvCompiler>>[1];

const compile = AjvCompiler()({}, VALIDATOR_OPTIONS);

/** Throws when it is no JSON schema. It takes longer than to compile one, so it is for schemas of third parties only. */
export function demandSchema(schema: TSchema): void {
  const customOptions = { ...VALIDATOR_OPTIONS.customOptions, validateSchema: true };
  AjvCompiler()({}, { ...VALIDATOR_OPTIONS, customOptions })({ schema: closedSchema(schema) });
}

const compiled = new WeakMap<object, RawValidator>();

/** Compiled once per schema. */
export function configValidator(schema: TSchema): RawValidator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validator = compile({ schema: closedSchema(schema) }) as RawValidator;
  compiled.set(schema, validator);
  return validator;
}
