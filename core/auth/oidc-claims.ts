/** What a provider says of somebody, and whether it makes them an administrator. Pure. */
import { createHash } from 'node:crypto';
import { isRecord } from '../ground/path.js';
import type { OidcSettings } from '../settings/settings.js';

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** The value of the claim that makes them an administrator; undefined when there is none: whoever is not named stays out. */
export function admitted(claims: Claims, { adminClaim, admins }: OidcSettings): string | undefined {
  // Anybody may write any address into an account until somebody has looked.
  if (adminClaim === 'email' && claims['email_verified'] !== true) return undefined;
  const values = [claimOf(claims, adminClaim)].flat();
  return admins.find((wanted) => values.includes(wanted));
}

/** By its name, or by a path such as realm_access.roles. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims);
}

const LONGEST_NAME = 64;

/** How somebody is called here: never by a mail address, which is no matter of logs. */
export function nameOf(claims: Claims): string {
  const names = ['preferred_username', 'name', 'nickname'].map((claim) => claims[claim]);
  const isName = (name: unknown): name is string =>
    typeof name === 'string' && name.trim() !== '' && !name.includes('@');
  const name = names.find(isName) ?? `user ${createHash('sha256').update(claims.sub).digest('hex').slice(0, 8)}`;
  return name.replace(/\p{C}/gu, '').trim().slice(0, LONGEST_NAME);
}

/** Why somebody was let in, for their session: it holds as long as the settings would let them in for it. */
export const grantOf = ({ issuer, clientId, adminClaim }: OidcSettings, value: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, clientId, adminClaim, value]))
    .digest('hex');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether somebody on the way could read and change what a provider says. */
export function isInsecure(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}
