/** Routes of a fake upstream: the first whose method and path fit answers. */
import type { Asked, Reply } from './upstream.js';

type Handle = (asked: Asked, ...params: readonly string[]) => Reply;
export type Route = readonly [method: 'GET' | 'POST' | 'PUT', path: RegExp, handle: Handle];

/** Matches a whole path; `:id` stands for one part of it. */
export const at = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`);

export function dispatch(routes: readonly Route[], asked: Asked): Reply {
  for (const [method, path, handle] of routes) {
    const match = method === asked.method ? path.exec(asked.path) : null;
    if (match !== null) return handle(asked, ...match.slice(1).map(decodeURIComponent));
  }
  return { status: 404, body: { message: 'NotFound' } };
}
