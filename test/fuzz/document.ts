/** The document as the fuzzer reads it: what may be asked, and what must be answered. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS } from '#core/ground/formats.js';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Link {
  readonly operationId: string;
  readonly requestBody?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly links?: Readonly<Record<string, Link>>;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** With {parameters}. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Raw {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}
interface RawOperation extends Omit<Operation, 'body' | 'method' | 'path' | 'parameters'> {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

export class ApiDocument {
  readonly operations: readonly Operation[];
  readonly #raw: Raw;
  readonly #ajv: Ajv2020.default;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(raw: object) {
    this.#raw = raw as Raw;
    this.#ajv = new Ajv2020.default({ strict: false, validateSchema: false, logger: false });
    for (const [name, { check }] of Object.entries(FORMATS)) this.#ajv.addFormat(name, check);
    this.#ajv.addSchema({ ...raw, $id: 'document' });
    this.operations = Object.entries(this.#raw.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        METHODS.has(method) ? [this.#operationOf(method, path, operation)] : [],
      ),
    );
  }

  /** What a reference refers to, and whatever that refers to. */
  resolve<T>(value: unknown): T {
    const ref = (value as { readonly $ref?: string } | null)?.$ref;
    if (ref === undefined) return value as T;
    return this.resolve(pointed(this.#raw, ref.slice(1)));
  }

  operationAt(path: string | undefined, method: string): Operation | undefined {
    return this.operations.find((one) => one.path === path && one.method === method.toLowerCase());
  }

  /** What is wrong with a body under an operation's response; undefined: nothing. */
  mismatch({ path, method }: Operation, status: number, type: string, body: unknown): string | undefined {
    const answer = ['paths', path, method, 'responses', String(status)];
    const response = this.#raw.paths[path]?.[method]?.responses[String(status)];
    const ref = (response as { readonly $ref?: string } | undefined)?.$ref;
    const at = ref === undefined ? `#/${answer.map(escaped).join('/')}` : ref;
    const pointer = `${at}/content/${escaped(type)}/schema`;
    const validate = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `document${encodeURI(pointer)}` });
    this.#validators.set(pointer, validate);
    return validate(body) ? undefined : this.#ajv.errorsText(validate.errors);
  }

  #operationOf(method: string, path: string, operation: RawOperation): Operation {
    const { requestBody, parameters = [], responses } = operation;
    return {
      operationId: operation.operationId,
      method,
      path,
      parameters: parameters.map((one) => this.resolve<Parameter>(one)),
      body: requestBody?.content['application/json']?.schema,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, this.resolve<Response>(response)]),
      ),
    };
  }
}

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a JSON pointer; undefined: there is none. */
export function pointed(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<unknown>(
    (inner, step) =>
      (inner as Readonly<Record<string, unknown>> | null | undefined)?.[
        step.replaceAll('~1', '/').replaceAll('~0', '~')
      ],
    value,
  );
}
