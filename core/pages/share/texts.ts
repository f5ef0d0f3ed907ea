/** The words of share links. */

/** Where they are made, below the base path. */
export const SHARES = '/settings/share';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What a form came to, as the address says it and as it is told. */
export const SHARE_OUTCOMES: ReadonlyMap<string, { readonly isDone: boolean; readonly text: string }> = new Map([
  ['revoked', { isDone: true, text: 'The link was revoked and no longer works.' }],
  [
    'pictures',
    { isDone: true, text: 'All picture addresses were revoked. Dashboards get new ones with their next refresh.' },
  ],
  ['gone', { isDone: false, text: 'Nothing was changed: that link was already revoked.' }],
]);
