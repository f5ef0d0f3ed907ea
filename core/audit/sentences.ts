/** Rows of the audit in plain words. Pure. */
import type { AuditEntry, AuditKind } from './audit-table.js';

/** What can be chosen to be shown. */
export const AUDIT_CHOICES: Readonly<Record<string, { readonly text: string; readonly kinds: readonly AuditKind[] }>> =
  {
    actions: { text: 'Actions', kinds: ['action'] },
    keys: { text: 'Keys', kinds: ['key'] },
    'sign-ins': { text: 'Sign-ins', kinds: ['sign-in', 'refusal'] },
  };

const EVENTS: Readonly<Record<string, string>> = {
  'key.made': 'Made a key',
  'key.scope': 'Changed the scope of a key',
  'key.revoked': 'Revoked a key',
  'share.made': 'Made a share link',
  'share.revoked': 'Revoked a share link',
  'share.locked': 'Tried share links too often',
  'images.revoked': 'Revoked the addresses of all pictures',
  'sign_in.done': 'Signed in',
  'sign_in.ended': 'Signed out',
  'sign_in.ended_elsewhere': 'Ended all other sessions',
  'sign_in.ended_one': 'Ended a session',
  'sign_in.refused': 'Tried to sign in',
  'sign_in.locked': 'Tried to sign in too often',
  'admin.made': 'Became the administrator',
  'admin.reset': 'Removed the administrator',
  'integration.added': 'Added an integration',
  'integration.changed': 'Changed an integration',
  'integration.enabled': 'Enabled an integration',
  'integration.disabled': 'Disabled an integration',
  'integration.removed': 'Removed an integration',
  'integration.forgotten': 'Deleted what was stored of an integration',
  'webhook.tested': 'Sent a test to a webhook',
  'password.changed': 'Changed the password',
  'password.refused': 'Tried to change the password',
};

const RESULTS: Readonly<Record<string, string>> = {
  ok: 'Done',
  bad_request: 'Not understood',
  not_found: 'Not there any more',
  conflict: 'Refused by the service',
  upstream: 'The service did not do it',
  outcome_unknown: 'Sent, nobody knows whether it was done',
  idempotency_reused: 'Another request had the same Idempotency-Key',
  refused: 'Refused',
};

/** @param summaries of actions, by their paths */
export const whatWasDone = ({ route }: Pick<AuditEntry, 'route'>, summaries: ReadonlyMap<string, string>): string =>
  EVENTS[route] ?? summaries.get(route) ?? route.replace(/^\/api\/widgets\//, '');

export const whatCameOfIt = ({ result }: Pick<AuditEntry, 'result'>): string => RESULTS[result] ?? result;
