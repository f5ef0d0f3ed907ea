/** The query parameters that a widget declares for itself, and what it asks by them. Pure. */
import { messageOf } from '../errors.js';
import type { Reads } from '../read.js';
import { mismatch } from '../schema.js';
import type { TObject, TSchema } from '../typebox.js';
import type { AnyWidget } from '../widget.js';
import { isRecord } from './is-record.js';

/** Name → value, in the order of the declaration; what may be left out and was is not there. */
export type QueryValues = Readonly<Record<string, unknown>>;

type Field = Readonly<Record<string, unknown>>;

/** What every route takes. */
const COMMON: ReadonlySet<string> = new Set(['limit', 'tz', 'source']);
const NAME = /^[a-z][A-Za-z0-9_]*$/;
const SCALARS: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);
/** Each is checked, and counted ahead, at the start. */
const MOST = 64;

const fieldsOf = (query: TObject | undefined): readonly (readonly [string, Field])[] =>
  Object.entries<TSchema>(query?.properties ?? {}).map(([name, schema]) => [name, schema as Field]);

const isRequired = (query: TObject, name: string, field: Field): boolean =>
  field['default'] === undefined && (query.required ?? []).includes(name);

/** The end of a sentence about what is declared, or undefined. */
export function queryFault({ query, tile }: Pick<AnyWidget, 'query' | 'tile'>): string | undefined {
  if (query === undefined) return undefined;
  if (!isObjectSchema(query)) return 'its query must be a Type.Object';
  for (const [name, field] of fieldsOf(query)) {
    const its = `its query has a parameter ${name}`;
    if (COMMON.has(name)) return `${its}, which every route has`;
    if (!NAME.test(name)) return `${its}, whose name must look like myParameter`;
    if (valuesOf(field) === undefined && !SCALARS.has(field['type'])) {
      return `${its}, which must be a text, a number, a flag or one of several texts`;
    }
    if (tile !== undefined && isRequired(query, name, field)) {
      return `${its} that is required, but its tile cannot set it: add a default`;
    }
  }
  const defaults = defaultsOf(query);
  const wrong = defaults === null ? undefined : mismatch(query, defaults);
  return wrong === undefined ? undefined : `its query rejects its own default at ${wrong}`;
}

const isObjectSchema = (schema: unknown): schema is TObject =>
  isRecord(schema) && schema['type'] === 'object' && isRecord(schema['properties']);

/** What holds when nothing is given; null: something must be. */
export function defaultsOf(query: TObject | undefined): QueryValues | null {
  const fields = fieldsOf(query);
  if (query !== undefined && fields.some(([name, field]) => isRequired(query, name, field))) return null;
  return Object.fromEntries(
    fields.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** In the order of the declaration, so that the order in a request makes no other variant. */
export const inOrder = (query: TObject | undefined, given: QueryValues): QueryValues =>
  Object.fromEntries(fieldsOf(query).flatMap(([name]) => (given[name] === undefined ? [] : [[name, given[name]]])));

/** @param values in the order of the declaration */
export const queryKey = (values: QueryValues): string => JSON.stringify(values);

/** The texts or flags that a parameter can be; undefined: it is open. */
function valuesOf(field: Field): readonly unknown[] | undefined {
  if (field['type'] === 'boolean') return [true, false];
  const variants = field['anyOf'];
  if (Array.isArray(variants)) {
    const each = variants.map((one) => (isRecord(one) ? valuesOf(one) : undefined));
    return each.every((values) => values !== undefined) ? each.flat() : undefined;
  }
  const values = 'const' in field ? [field['const']] : field['enum'];
  return Array.isArray(values) && values.every((one) => typeof one === 'string') ? values : undefined;
}

/** All that a widget may ask: by query where its reads are a function of it, else under the one key ''. */
export type AskedReads = ReadonlyMap<string, Reads>;

/** @throws TypeError with the end of a sentence */
export function askedReads({ query, reads }: Pick<AnyWidget, 'query' | 'reads'>): AskedReads {
  if (typeof reads !== 'function') return new Map([['', reads as Reads]]);
  if (query === undefined) throw new TypeError('its reads depend on a query it does not declare');
  return new Map(
    combinations(query).map((values): [string, Reads] => {
      try {
        return [queryKey(values), reads(values) as Reads];
      } catch (error) {
        throw new TypeError(`its reads fail for the query ${queryKey(values)}: ${messageOf(error)}`);
      }
    }),
  );
}

/** @throws TypeError */
function combinations(query: TObject): readonly QueryValues[] {
  let all: readonly QueryValues[] = [{}];
  for (const [name, field] of fieldsOf(query)) {
    const values = valuesOf(field);
    if (values === undefined) {
      throw new TypeError(`its reads depend on ${name}, which must be a flag or one of several texts`);
    }
    const isThere = field['default'] !== undefined || (query.required ?? []).includes(name);
    const options = [...(isThere ? [] : [{}]), ...values.map((value) => ({ [name]: value }))];
    all = all.flatMap((before) => options.map((option) => ({ ...before, ...option })));
    if (all.length > MOST) throw new TypeError(`its reads depend on more than ${MOST} queries`);
  }
  return all;
}
