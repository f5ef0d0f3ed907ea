/** Ids that answers hold, found as a stateful tool finds them: by the links of the document. */
import type { Caller } from './callers.js';
import { type ApiDocument, type Link, pointed } from './document.js';
import type { Pool } from './planned.js';
import type { Answered } from './send.js';

/** Asks every route that has links, and follows them. */
export async function poolOf(
  document: ApiDocument,
  ask: (path: string, caller: Caller) => Promise<Answered>,
  caller: Caller,
): Promise<Pool> {
  const pool = new Map<string, Readonly<Record<string, string>>[]>();
  for (const { method, path, responses } of document.operations) {
    const links = Object.values(responses['200']?.links ?? {});
    if (method !== 'get' || links.length === 0 || path.includes('{')) continue;
    const answer = await ask(`${path}?limit=100`, caller);
    if (answer.status !== 200) continue;
    const body: unknown = JSON.parse(answer.text);
    for (const link of links) {
      const found = idsOf(link, body);
      if (found.length > 0) pool.set(link.operationId, [...(pool.get(link.operationId) ?? []), ...found]);
    }
  }
  return pool;
}

/** Of each row of the list that a link points into, not only of its first. */
function idsOf(
  { requestBody = {}, parameters = {} }: Link,
  body: unknown,
): readonly Readonly<Record<string, string>>[] {
  const wanted = Object.entries({ ...requestBody, ...parameters });
  const rows: Readonly<Record<string, string>>[] = [];
  for (let at = 0; at < 100; at += 1) {
    const found = wanted.flatMap(([name, expression]) => {
      const value = evaluated(expression, body, at);
      return value === undefined ? [] : [[name, value] as const];
    });
    if (found.length === wanted.length) rows.push(Object.fromEntries(found));
  }
  return rows;
}

/** `$response.body#/items/0/id` alone, or in braces within a text. @param at which element of the list is meant */
function evaluated(expression: string, body: unknown, at: number): string | undefined {
  const [, before = '', pointer = '', after = ''] =
    /^(.*?)\{?\$response\.body#([\w/-]+)\}?(.*)$/.exec(expression) ?? [];
  const value = pointed(body, pointer.replace('/0/', `/${at}/`));
  return typeof value === 'string' && value !== '' ? `${before}${value}${after}` : undefined;
}
