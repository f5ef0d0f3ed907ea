/** What a key of each scope may do, in words. */
import type { KeyScope } from '../../keys/scopes.js';

export interface ScopeText {
  readonly scope: KeyScope;
  readonly text: string;
}

export const SCOPE_TEXTS: readonly ScopeText[] = [
  { scope: 'widgets-only', text: 'Reads widgets and changes nothing. This is all that most dashboards need.' },
  {
    scope: 'widgets-write',
    text: 'Also acts through widgets: pauses downloads, stops plays, decides on requests. For dashboards with buttons.',
  },
  {
    scope: 'full',
    text: 'Uses all of /api and reads /metrics. For scripts of your own and Prometheus, not for a dashboard.',
  },
];
