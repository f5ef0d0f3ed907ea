/** Paths of the API, as contributions name them. Pure. */

const PATH = /^\/api(\/(:[A-Za-z]\w*|[a-z0-9]+([-.][a-z0-9]+)*))+$/;

export const isPath = (path: unknown): path is string => typeof path === 'string' && PATH.test(path);

/** `/api/things/:id` → id */
export const paramsOf = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
