/** The words of the key page. */
import type { ActionFamily } from '@sidelight/plugin-api';
import type { KeyScope } from '../../keys/api-key.js';
import type { Viewers } from '../../settings/privacy.js';

export interface ScopeText {
  readonly scope: KeyScope;
  readonly text: string;
}

/** What a key of each scope may do. */
export const SCOPE_TEXTS: readonly ScopeText[] = [
  { scope: 'widgets-only', text: 'Reads widgets and changes nothing. This is all that most dashboards need.' },
  {
    scope: 'widgets-write',
    text: 'Also acts through widgets: pauses downloads, stops plays, decides on requests. For dashboards with buttons.',
  },
  { scope: 'metrics', text: 'Reads /metrics and nothing else. For Prometheus.' },
  {
    scope: 'full',
    text: 'Uses all of /api and reads /metrics. For scripts of your own, not for a dashboard.',
  },
];

/** What a key may be given beyond its scope. */
export const FAMILY_TEXTS: readonly { readonly family: ActionFamily; readonly text: string }[] = [
  { family: 'release', text: 'Remove, grab and search releases, test indexers' },
  { family: 'invite', text: 'Make and withdraw invitations' },
  { family: 'feed', text: 'Act on announced releases' },
  { family: 'transcode', text: 'Steer transcoding' },
  { family: 'cleanup', text: 'Steer the cleanup of the library' },
  { family: 'jobs', text: 'Start and stop tasks' },
  { family: 'digest', text: 'Snooze what needs attention' },
];

/** How people are called in what a key reads. */
export const VIEWER_TEXTS: readonly (readonly [value: Viewers, text: string])[] = [
  ['names', 'By their names'],
  ['initials', 'By their initials'],
  ['none', 'Not at all: all are “Somebody”'],
];

/**
 * A command that fetches a widget, ready to be pasted into a shell.
 * @param path below the base URL
 */
export const curlWith = (key: string, baseUrl: string, path: string): string =>
  `curl -H 'x-api-token: ${key}' ${address(baseUrl + path)}`;

/** For a key that is not known here: the shell puts it in. */
export const curlWithVariable = (baseUrl: string, path: string): string =>
  `curl -H "x-api-token: $SIDELIGHT_KEY" ${address(baseUrl + path)}`;

/** The brackets of an IPv6 address mean something to a shell. */
const address = (url: string): string => (/[[\]]/.test(url) ? `-g '${url}'` : url);

/** What a form of the key page came to, as its address says it and as it is told. */
interface Told {
  readonly isDone: boolean;
  readonly text: string;
}

export const OUTCOMES = {
  revoked: { isDone: true, text: 'The key is revoked: it is refused from now on.' },
  scope: { isDone: true, text: 'The scope is changed: it holds from the next request on.' },
  gone: { isDone: false, text: 'Nothing was changed: that key was revoked before.' },
  declared: { isDone: false, text: 'Nothing was changed: that key stands in the config, change it there.' },
} as const satisfies Record<string, Told>;

export type Outcome = keyof typeof OUTCOMES;

export const isOutcome = (text: string): text is Outcome => Object.hasOwn(OUTCOMES, text);
