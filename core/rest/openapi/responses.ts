/** The answers that routes share: the error shape with one response for each status, and an action that was done. */
import { IsoTime, Type, titled } from '@sidelight/plugin-api';
import { ERRORS } from '../../ground/errors.js';

export const errorSchema = Type.Object({
  error: titled(
    'ErrorDetail',
    Type.Object({
      code: titled(
        'ErrorCode',
        Type.Enum(Object.entries(ERRORS).flatMap(([code, entry]) => ('status' in entry ? [code] : []))),
      ),
      message: Type.String({ description: 'What is wrong with this request' }),
      hint: Type.Optional(Type.String({ description: 'What to do about it' })),
      requestId: Type.String({ description: 'Also appears in the log' }),
    }),
  ),
});

export const doneSchema = titled(
  'ActionDone',
  Type.Object({
    ok: Type.Literal(true),
    source: Type.String({ description: 'The integration that did it' }),
    action: Type.String(),
    at: IsoTime(),
  }),
);

/** Of every route: what node or the router refuses before anybody looks at what is asked. */
export const COMMON_ERRORS: readonly number[] = [400, 408, 431];

export const notModified = { $ref: '#/components/responses/NotModified' };

export const errorRefs = (statuses: readonly number[]): Readonly<Record<string, object>> =>
  Object.fromEntries([...new Set(statuses)].sort((a, b) => a - b).map((status) => [status, errorRef(status)]));

export const errorRef = (status: number): object => ({ $ref: `#/components/responses/${nameOf(status)}` });

const nameOf = (status: number): string => `Error${status}`;

/**
 * Folded from the table of errors.
 * @param used the statuses of routes: pages answer some more
 */
export function errorResponses(used: ReadonlySet<string>): Readonly<Record<string, object>> {
  const lines = new Map<number, string[]>();
  for (const [code, entry] of Object.entries(ERRORS)) {
    if (!('status' in entry)) continue;
    lines.set(entry.status, [...(lines.get(entry.status) ?? []), `\`${code}\`: ${entry.hint}`]);
  }
  return Object.fromEntries(
    [...lines]
      .filter(([status]) => used.has(String(status)))
      .map(([status, codes]) => [
        nameOf(status),
        {
          description: codes.join('\n\n'),
          ...headersOf(status),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

const HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

function headersOf(status: number): object {
  const names = HEADERS[status];
  if (names === undefined) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }])) };
}
