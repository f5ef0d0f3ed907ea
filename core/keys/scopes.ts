/** Who may use which route. Pure. */

export const SCOPES = ['widgets-only', 'widgets-write', 'full'] as const;
/** `widgets-only` reads widgets, `widgets-write` also acts through them, `full` may use all of /api. */
export type KeyScope = (typeof SCOPES)[number];

export interface Grant {
  readonly scope: KeyScope;
  /** Ids of the only widgets that the key is for; null: all of them. */
  readonly widgets: readonly string[] | null;
}

export interface Guarded {
  /** The least scope that covers the route. */
  readonly scope: KeyScope;
  /** The widget that the route reads or acts through; null for the catalog; not given for a route of no widget. */
  readonly widget?: string | null;
}

export const isScope = (text: string): text is KeyScope => (SCOPES as readonly string[]).includes(text);

/** A list of widgets narrows every scope to these and the catalog. */
export function may(key: Grant, route: Guarded, method: string): boolean {
  const reading = method === 'GET' || method === 'HEAD';
  if (!reading && key.scope === 'widgets-only') return false;
  if (SCOPES.indexOf(key.scope) < SCOPES.indexOf(route.scope)) return false;
  if (key.widgets === null || route.widget === null) return true;
  return route.widget !== undefined && key.widgets.includes(route.widget);
}
