/** Requests from the document: mostly near what it takes, often beside it. */
import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Operation, Parameter } from './document.js';
import { fitting, nastyText, nastyValue } from './values.js';

export interface Planned {
  /** Of the document; undefined: a path that it does not have. */
  readonly operation: Operation | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Index among the callers. */
  readonly caller: number;
}

/** Ids that answers held, by the operation that takes them: what links lead to. */
export type Pool = ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>;

/** Of the integrations that take webhooks. */
export const WEBHOOK_SECRET = 'tell-me-everything-of-it';

const ODD_METHODS = [
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'GET',
  'POST',
  'REPORT',
  'PURGE',
];
const TYPES = [
  ...[
    'application/json',
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
  ],
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=klingon',
    ';',
    '',
  ],
];
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ...([
    ['content-encoding', 'gzip'],
    ['content-encoding', 'nonsense'],
    ['expect', '100-continue'],
    ['if-none-match', '*'],
  ] as const),
  ...([
    ['accept', 'text/html'],
    ['accept-encoding', 'br;q=1, *;q=0'],
    ['accept-encoding', 'gzip'],
    ['range', 'bytes=0-1'],
  ] as const),
  ...([
    ['x-forwarded-for', '::ffff:1.2.3.4, %'],
    ['x-forwarded-proto', 'javascript'],
    ['x-request-id', 'aaaaaaaaaa'],
  ] as const),
  ...([
    ['host', 'evil.example.org'],
    ['origin', 'null'],
    ['origin', 'https://evil.example.org'],
    ['x-http-method-override', 'DELETE'],
  ] as const),
  ...([
    ['authorization', 'Basic Og=='],
    ['authorization', 'Bearer'],
    ['cookie', 'sidelight_session=s%3Ax.y; =;'],
    ['upgrade', 'h2c'],
  ] as const),
];
const ODD_PATHS = [
  '/api',
  '/api/',
  '/api/nope',
  '/api/widgets/',
  '/api/widgets/%',
  '/api/widgets/%2e%2e',
  '/api/widgets//',
  '/API/widgets',
];

/** Of each value one that fits, as a rule. */
const mostly = <T>(good: Arbitrary<T>, odd: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: 7, arbitrary: good }, { weight: 1, arbitrary: odd });

/** A lone surrogate has no bytes of its own. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** @param everything indexes of callers that may do everything, as often as they like */
export function plannedFrom(
  document: ApiDocument,
  pool: Pool,
  callers: number,
  everything: readonly number[],
): Arbitrary<Planned> {
  const requests = document.operations.map((operation) => requestOf(document, pool, operation));
  // Who may do everything finds most: what lies behind the gate.
  const caller = fc.oneof(fc.constantFrom(...everything), fc.nat({ max: callers - 1 }));
  const documented = fc.oneof(...requests);
  const beside = fc.record({
    operation: fc.constant(undefined),
    method: fc.constantFrom('GET', 'POST', ...ODD_METHODS),
    path: fc.oneof(
      fc.constantFrom(...ODD_PATHS),
      nastyText().map((text) => `/api/widgets/${encoded(text)}`),
    ),
    headers: fc.constant([]),
    body: fc.constant(undefined),
  });
  return fc
    .tuple(fc.oneof({ weight: 30, arbitrary: documented }, { weight: 1, arbitrary: beside }), caller)
    .map(([request, index]) => ({ ...request, caller: index }));
}

function requestOf(document: ApiDocument, pool: Pool, operation: Operation): Arbitrary<Omit<Planned, 'caller'>> {
  const linked = pool.get(operation.operationId) ?? [];
  const known: Arbitrary<Readonly<Record<string, string>>> =
    linked.length === 0 ? fc.constant({}) : mostly(fc.constantFrom(...linked), fc.constant({}));
  const own = operation.method.toUpperCase();
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(own) },
        { weight: 1, arbitrary: fc.constantFrom(...ODD_METHODS) },
      ),
      ids: known,
      path: fc.tuple(
        ...operation.parameters.filter((one) => one.in === 'path').map((one) => parameterOf(document, one)),
      ),
      query: queryOf(document, operation),
      declared: fc.tuple(
        ...operation.parameters.filter((one) => one.in === 'header').map((one) => headerOf(document, one)),
      ),
      secret: secretOf(operation),
      odd: fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.subarray([...ODD_HEADERS], { maxLength: 2 }) },
      ),
      body: operation.body === undefined ? fc.constant(undefined) : bodyOf(document, operation.body),
      type: mostly(fc.constant('application/json'), fc.constantFrom(...TYPES)),
    })
    .map(({ method, ids, path, query, declared, secret, odd, body, type }) => {
      const given = Object.fromEntries(path);
      const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encoded(ids[name] ?? String(given[name])),
      );
      return {
        operation,
        method,
        path: `${filled}${query === '' ? '' : `?${query}`}`,
        headers: [
          ...declared.flatMap((pair) => (pair === null ? [] : [pair])),
          ...(body === undefined ? [] : [['content-type', type] as const]),
          ...secret,
          ...odd,
        ],
        body: body?.(Object.fromEntries(Object.entries(ids).filter(([name]) => !(name in given)))),
      };
    });
}

type Header = readonly [name: string, value: string];

const secretOf = ({ path }: Operation): Arbitrary<readonly Header[]> =>
  path.startsWith('/api/webhooks/')
    ? mostly<readonly Header[]>(fc.constant([['x-webhook-secret', WEBHOOK_SECRET]]), fc.constant([]))
    : fc.constant([]);

const parameterOf = (document: ApiDocument, { name, schema }: Parameter): Arbitrary<readonly [string, unknown]> =>
  fc.tuple(fc.constant(name), mostly<unknown>(fitting(document, schema), nastyText()));

/** What may stand in a header at all. */
const headerText = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

const headerOf = (document: ApiDocument, { name, schema }: Parameter): Arbitrary<readonly [string, string] | null> =>
  fc.oneof(
    fc.constant(null),
    mostly<unknown>(fitting(document, schema), nastyText()).map((value) => [name, headerText(String(value))] as const),
  );

/** Some of the parameters, at times twice, at times with one that there is not. */
function queryOf(document: ApiDocument, { parameters }: Operation): Arbitrary<string> {
  const pairs = parameters
    .filter((one) => one.in === 'query')
    .map((one) =>
      parameterOf(document, one).map(([name, value]) => [value].flat().map((each) => [name, each] as const)),
    );
  const strange = fc.tuple(fc.constantFrom('limit[]', 'a[b]', '__proto__', 'limit', 'x', '%'), nastyText());
  return fc
    .record({
      own: fc.tuple(...pairs.map((pair) => fc.option(pair, { freq: 1 }))),
      twice: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      more: fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: strange }),
    })
    .map(({ own, twice, more }) => {
      const given = own.flatMap((each) => each ?? []);
      const all = [...given, ...(twice ? given : []), ...(more === null ? [] : [more])];
      return all.map(([name, value]) => `${name}=${encoded(String(value))}`).join('&');
    });
}

type Body = (ids: Readonly<Record<string, string>>) => string;

/** JSON that fits, with a linked id where there is one; JSON that does not; texts that are none. */
function bodyOf(document: ApiDocument, schema: Parameter['schema']): Arbitrary<Body> {
  const good = fitting(document, schema).map(
    (value): Body =>
      (ids) =>
        JSON.stringify({ ...(value as object), ...ids }),
  );
  const spoilt = fc.tuple(fitting(document, schema), fc.nat(), nastyValue()).map(([value, at, odd]): Body => {
    const names = [...Object.keys({ ...(value as object) }), 'more'];
    return (ids) => JSON.stringify({ ...(value as object), ...ids, [names[at % names.length] ?? 'more']: odd });
  });
  const whole = nastyValue().map(
    (value): Body =>
      () =>
        JSON.stringify(value),
  );
  const raw = fc
    .constantFrom(
      ...[
        '',
        '{',
        '[',
        '{"id":1e400}',
        '{"id":"a","id":"b"}',
        '{"__proto__":{"a":1}}',
        'nonsense',
        '\uFEFF{}',
        '{"id":"\\ud800"}',
      ],
      ...[
        '{"id":123456789012345678901234567890}',
        '['.repeat(4000),
        `{"id":"${'x'.repeat(70_000)}"}`,
        '{"id":"\\u0000"}',
        '{"id":NaN}',
      ],
    )
    .map(
      (text): Body =>
        () =>
          text,
    );
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 6, arbitrary: spoilt },
    { weight: 2, arbitrary: whole },
    { weight: 1, arbitrary: raw },
  );
}
