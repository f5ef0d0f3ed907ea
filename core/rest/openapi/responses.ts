/** The answers that routes share: the error shape with one response for each status, and an action that was done. */
import { IsoTime, Type } from '@sidelight/plugin-api';
import { ERRORS } from '../../ground/errors.js';

export const errorSchema = Type.Object({
  error: Type.Object({
    code: Type.Enum(Object.entries(ERRORS).flatMap(([code, entry]) => ('status' in entry ? [code] : []))),
    message: Type.String({ description: 'What is wrong with this request' }),
    hint: Type.Optional(Type.String({ description: 'What to do about it' })),
    requestId: Type.String({ description: 'Stands in the log too' }),
  }),
});

export const doneSchema = Type.Object({
  ok: Type.Literal(true),
  source: Type.String({ description: 'The integration that did it' }),
  action: Type.String(),
  at: IsoTime(),
});

export const errorRef = (status: number): object => ({ $ref: `#/components/responses/${nameOf(status)}` });

const nameOf = (status: number): string => `Error${status}`;

/** Folded from the table of errors. */
export function errorResponses(): Readonly<Record<string, object>> {
  const lines = new Map<number, string[]>();
  for (const [code, entry] of Object.entries(ERRORS)) {
    if (!('status' in entry)) continue;
    lines.set(entry.status, [...(lines.get(entry.status) ?? []), `\`${code}\`: ${entry.hint}`]);
  }
  return Object.fromEntries(
    [...lines].map(([status, codes]) => [
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
