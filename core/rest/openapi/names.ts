/** What routes are called in the document: operations, their answers and bodies are named after their paths. Pure. */
import { type ApiRoute, WIDGETS } from '../routes.js';
import { capital } from './components.js';

/** `POST /api/widgets/sessions/stop` → `postWidgetsSessionsStop`. @param name of the route */
export const operationIdOf = (method: ApiRoute['method'], name: string): string => `${method.toLowerCase()}${name}`;

/** Under which heading a route stands. */
export const tagOf = (path: string): 'Widgets' | 'Reads' =>
  path === WIDGETS || path.startsWith(`${WIDGETS}/`) ? 'Widgets' : 'Reads';

/**
 * `/api/widgets/sessions/stop` → `WidgetsSessionsStop`, `/api/item-summary/:id` → `ItemSummary`. Of two routes whose paths
 * differ in a parameter alone, the second has it in its name. An alias may differ from another path in its marks alone.
 */
export function namesOf(routes: readonly ApiRoute[]): (route: ApiRoute) => string {
  const names = new Map<ApiRoute, string>();
  const taken = new Set<string>();
  for (const route of routes) {
    const suffix = route.alias === undefined ? '' : 'Alias';
    const short = `${shortNameOf(route.path)}${suffix}`;
    const name = taken.has(`${route.method} ${short}`) ? `${nameOf(route.path)}${suffix}` : short;
    taken.add(`${route.method} ${name}`);
    names.set(route, name);
  }
  return (route) => names.get(route) ?? nameOf(route.path);
}

/** `/api/item-summary/:id` → `ItemSummary`. */
export const shortNameOf = (path: string): string => nameOf(path.replaceAll(/\/:\w+/g, ''));

export const nameOf = (path: string): string =>
  path
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');
