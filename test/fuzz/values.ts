/** Values for schemas: such as they take, near misses, and what breaks those who trust. */
import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Schema } from './document.js';

const NASTY_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    ':',
    'a:',
    ':1',
    '::',
    'all',
    'demo:all',
    'demo:',
    '..',
    '../..',
    '../../etc/passwd',
    '.',
    '*',
    '%',
    '%00',
    '%s%d%o%j',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'true',
    'NaN',
    '-1',
    '0',
    '1e309',
    '9'.repeat(40),
    '0x10',
    '١٢٣',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE rows',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '${jndi:ldap}',
    '\r\nSet-Cookie: a=b',
    '\u202Egnp',
    '\uFEFF',
  ],
  ...[
    '\uD800',
    '\uDFFFa',
    '🎬'.repeat(60),
    'e\u0301'.repeat(300),
    'x'.repeat(5000),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙',
    'İstanbul',
    'ß',
    '\u2028',
    '\u0085',
    'h1|h2',
    'a,b',
    'a;b',
    'Europe/Berlin',
    'UTC+25',
  ],
];
const NASTY_NUMBERS: readonly number[] = [
  ...[0, -0, -1, 1.5, 100, 101, 2 ** 31, 2 ** 53, -(2 ** 53) - 2, 1e21, 1e308, 5e-324],
];

export const nastyText = (): Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 20 }));

/** Nested as deep as it is told. */
const deep = (levels: number, isList: boolean): unknown => {
  let value: unknown = 'deep';
  for (let at = 0; at < levels; at += 1) value = isList ? [value] : { a: value };
  return value;
};

export const nastyValue = (): Arbitrary<unknown> =>
  fc.oneof(
    nastyText(),
    fc.constantFrom(...NASTY_NUMBERS),
    fc.constantFrom(null, true, false, [], {}),
    fc.tuple(fc.constantFrom(2, 31, 32, 33, 200), fc.boolean()).map(([levels, isList]) => deep(levels, isList)),
    fc.jsonValue({ maxDepth: 3 }),
  );

/** What a schema takes, as far as it says so. */
export function fitting(document: ApiDocument, given: Schema): Arbitrary<unknown> {
  const schema = document.resolve<Schema>(given);
  const one = (inner: unknown): Arbitrary<unknown> => fitting(document, inner as Schema);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as readonly unknown[]));
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return fc.oneof(...choices.map(one));
  switch (schema['type']) {
    case 'object':
      return objectFor(schema, one);
    case 'array':
      return fc.array(one(schema['items'] ?? {}), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true });
    case 'string':
      return textFor(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectFor(schema: Schema, one: (inner: unknown) => Arbitrary<unknown>): Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>);
  const requiredKeys = ((schema['required'] ?? []) as readonly string[]).filter((name) =>
    properties.some(([known]) => known === name),
  );
  return fc.record(Object.fromEntries(properties.map(([name, inner]) => [name, one(inner)])), { requiredKeys });
}

const boundsOf = ({ minimum, maximum }: Schema): { readonly min?: number; readonly max?: number } => ({
  ...(typeof minimum === 'number' ? { min: minimum } : {}),
  ...(typeof maximum === 'number' ? { max: maximum } : {}),
});

function textFor({ pattern, format, minLength, maxLength }: Schema): Arbitrary<string> {
  if (format === 'time-zone') return fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Chatham', 'America/St_Johns');
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({
    minLength: typeof minLength === 'number' ? minLength : 0,
    maxLength: typeof maxLength === 'number' ? Math.min(maxLength, 60) : 30,
  });
}
