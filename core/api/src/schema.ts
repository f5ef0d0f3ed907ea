import { isChecked } from './checked.js';
import { fail } from './errors.js';
import {
  Compile,
  type Static,
  type TEnum,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
  type Validator,
} from './typebox.js';

export { type Static, type TEnum, type TObject, type TProperties, type TSchema, Type };

/** A config field that must never be shown: `writeOnly` in the schema, redacted from logs, errors and pages. */
export const Secret = (description: string) =>
  Type.String({ format: 'password', writeOnly: true, minLength: 1, description });

/** One of the given literals: `oneOf('movie', 'episode')`. */
export const oneOf = <const T extends string[]>(...values: T): TEnum<T> => Type.Enum(values) as TEnum<T>;

/** A schema under a name: in the OpenAPI document it stands once, and wherever it is used is a reference to it. */
export const titled = <S extends TSchema>(name: string, schema: S): S =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), title: shown(name) }) as S;

const shown = (value: string): PropertyDescriptor => ({ value, enumerable: true });

/**
 * An id in a payload, `<integration>:<id>`: what it is of, in the words of the actions that take it (their `thing`). The
 * OpenAPI document links both.
 */
export const entityId = (things: string | readonly string[], description?: string) =>
  titled(
    'EntityId',
    Type.String({ 'x-things': [things].flat(), ...(description === undefined ? {} : { description }) }),
  );

/**
 * The picture of a row: rendered as `<integration>:<name>`, as `globalId` writes it, or ''. What is served is an address below the base
 * path, `/images/…`, which needs no key; '' where there is none.
 */
export const picture = () =>
  Type.String({
    'x-picture': true,
    description:
      'Where the picture is, below the address of Sidelight; without a key, for some weeks. Empty: there is none',
  });

/** ISO 8601 in UTC. */
export const IsoTime = () => Type.String({ format: 'date-time' });

/** `T` or null: payloads say null where there is no such thing, ports leave the field out. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * An id of another source's title or user: `<integration>:<id>`, or as `refTo` writes it while the integration is not
 * known. Where the entry says `server: <integration>`, that is put into every one that names none, and one that is left out
 * becomes `<integration>:`, without an id: what is meant is something of that server.
 */
export const ref = (description?: string) =>
  Type.String({ 'x-ref': true, ...(description === undefined ? {} : { description }) });

/**
 * The same of a manager's title: no `server:` is ever put into it, as that names a media server. A plugin whose service
 * knows the titles of a manager asks for it with `IntegrationId`, and writes `refTo(id, config.manager)`.
 */
export const managerRef = (description?: string) => Type.String({ ...ref(description), 'x-ref': 'manager' });

/** A config field that names another integration of the config: whether there is such a one is checked at the start. */
export const IntegrationId = (description: string, example: string) =>
  Type.String({ 'x-integration': true, minLength: 1, description, examples: [example] });

export interface Ref {
  /** '' while it is not known. */
  readonly id: string;
  /** The integration that the id belongs to; not given: it is not known. */
  readonly server?: string;
}

/** Only such a text can be an integration's id; what stands before the colon of an id may look otherwise. */
const NAMED = /^([a-z][a-z0-9_-]{0,63}):(.*)$/s;

/** One text for each meaning: without a server the bare id, which an id with a colon of its own begins with one. */
export const refTo = (id: string, server?: string): string =>
  server === undefined ? (id.includes(':') ? `:${id}` : id) : `${server}:${id}`;

export function readRef(text: string): Ref {
  if (text.startsWith(':')) return { id: text.slice(1) };
  const [, server, id = text] = NAMED.exec(text) ?? [];
  return server === undefined ? { id } : { id, server };
}

/** A list of a payload: every element carries a ready `label`, the right-hand text of a dashboard row. */
export const listOf = <P extends TProperties>(properties: P) =>
  Type.Array(Type.Object({ ...properties, label: Type.String() }));

const compiled = new WeakMap<TSchema, Validator>();

/** The compiled validator of a schema; compiled once per schema object. */
export function validatorOf(schema: TSchema): Validator {
  let validator = compiled.get(schema);
  if (validator === undefined) {
    validator = Compile(schema) as Validator;
    compiled.set(schema, validator);
  }
  return validator;
}

/** The first way in which a value does not match, as "/path: what was expected", or undefined when it does match. */
export function mismatch(schema: TSchema, value: unknown): string | undefined {
  if (validatorOf(schema).Check(value)) return undefined;
  const wrong = innermost({ schema, value, path: '' });
  const [first] = validatorOf(wrong.schema).Errors(wrong.value);
  const path = wrong.path + (first?.instancePath ?? '');
  return `${path || '/'}: ${first?.message ?? 'does not match'}`;
}

interface Place {
  readonly schema: TSchema;
  readonly value: unknown;
  readonly path: string;
}

/** The parts of a schema that lead to the parts of a value. */
interface Inner {
  readonly type?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** The first place within a value that does not match by itself: to list every error of a large answer takes seconds. */
function innermost(place: Place): Place {
  const wrong = placesIn(place).find(({ schema, value }) => !validatorOf(schema).Check(value));
  return wrong === undefined ? place : innermost(wrong);
}

function placesIn({ schema, value, path }: Place): readonly Place[] {
  const { type, items, properties } = schema as Inner;
  if (type === 'array' && items !== undefined && Array.isArray(value)) {
    const index = value.findIndex((one) => !validatorOf(items).Check(one));
    return index < 0 ? [] : [{ schema: items, value: value[index], path: `${path}/${index}` }];
  }
  if (type !== 'object' || properties === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return own === undefined ? [] : [{ schema: own, value: inner, path: `${path}/${name}` }];
  });
}

/**
 * An upstream's answer as what `upstream.ts` describes.
 * @param what names the answer in the error: "GET /Users"
 * @throws bad_response with the JSON path of the first mismatch
 */
export function parse<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (isChecked(value, schema)) return value as Static<S>;
  const wrong = mismatch(schema, value);
  if (wrong === undefined) return value as Static<S>;
  if (typeof value === 'string' && /^\s*</.test(value)) {
    throw fail(
      'bad_response',
      `${what} answered with a web page, not with data: check the url and any login page in front of it`,
    );
  }
  throw fail('bad_response', `${what} answered something unexpected at ${wrong}`);
}
