/** From Wizarr's answers to port items. Pure. */
import { dayOf, type ItemIn, type inviteAccounts, type inviteItems, type inviteUses } from '@sidelight/plugin-api';
import type { Invitation, User } from './upstream.js';

type Invite = ItemIn<typeof inviteItems>;
type Use = ItemIn<typeof inviteUses>;

export interface Scene {
  readonly now: Date;
  readonly zone: string;
  idOf(invitation: Invitation): string;
  /** Who used it, as far as that is known. */
  userOf(invitation: Invitation): string | undefined;
}

/** What Wizarr writes where nobody gave a mail address. */
const NO_MAIL = 'empty';
/** An account is made a moment before its invitation is marked as used. */
const JOINING_MS = 10 * 60_000;

/** Its dates are UTC without saying so, with microseconds. */
export const isoTime = (text: string | null | undefined): string | undefined => {
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text ?? '') ? (text ?? '') : `${text}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** Wizarr calls every invitation by its code alone, which nobody may see: this one is called by where it leads and when it was made. */
const labelOf = ({ created, server_names }: Invitation, zone: string): string => {
  const at = isoTime(created);
  const where = server_names?.join(', ') || 'Invitation';
  return at === undefined ? where : `${where}, ${dayOf(at, zone)}`;
};

/** Wizarr's own word is the same for one that is used up and one that works on. */
function statusOf({ status, unlimited, expires }: Invitation, now: Date): Invite['status'] {
  const isReusable = unlimited === true;
  const ends = isoTime(expires);
  const isUsed = status === 'used';
  if (status === 'expired' || (ends !== undefined && Date.parse(ends) <= now.getTime())) {
    return isReusable || !isUsed ? 'expired' : 'used';
  }
  if (isReusable || status === 'pending') return 'active';
  return isUsed ? 'used' : 'unknown';
}

/** One with several servers that was taken on some of them is still `pending`. How often a re-usable one was used nobody counts. */
function usesOf({ status, unlimited, used_at, used_by }: Invitation): number | undefined {
  const isUsed = status === 'used' || Boolean(used_at) || Boolean(used_by);
  if (!isUsed) return 0;
  return unlimited === true ? undefined : 1;
}

export function toInvite(invitation: Invitation, { now, zone, idOf, userOf }: Scene): Invite {
  const status = statusOf(invitation, now);
  const user = userOf(invitation);
  const days = Number(invitation.duration ?? Number.NaN);
  const isReusable = invitation.unlimited === true;
  return {
    id: idOf(invitation),
    label: labelOf(invitation, zone),
    status,
    expires: isoTime(invitation.expires),
    uses: usesOf(invitation),
    usesLeft: isReusable ? undefined : status === 'active' ? 1 : 0,
    unlimited: invitation.unlimited ?? undefined,
    createdAt: isoTime(invitation.created),
    usedAt: isoTime(invitation.used_at),
    usedBy: user === undefined ? undefined : [user],
    accountDays: Number.isInteger(days) && days > 0 ? days : undefined,
    servers: invitation.server_names ?? undefined,
  };
}

/** The use that Wizarr remembers of each, and the end of those that were not used up. */
export function toUses(invitation: Invitation, scene: Scene): readonly Use[] {
  const inviteId = scene.idOf(invitation);
  const common = { inviteId, label: labelOf(invitation, scene.zone) };
  const uses: Use[] = [];
  const usedAt = isoTime(invitation.used_at);
  if (usedAt !== undefined) {
    uses.push({ ...common, id: `${inviteId}-used`, at: usedAt, user: scene.userOf(invitation), ended: 'used' });
  }
  const ends = isoTime(invitation.expires);
  if (ends !== undefined && statusOf(invitation, scene.now) === 'expired') {
    uses.push({ ...common, id: `${inviteId}-ended`, at: ends, ended: 'expired' });
  }
  return uses;
}

/** Mail addresses stay behind. Of an account that was only found on its server nobody knows when it was made. */
export const toAccount = (user: User): ItemIn<typeof inviteAccounts> => ({
  id: String(user.id),
  user: user.username,
  server: user.server ?? undefined,
  expiresAt: isoTime(user.expires),
  createdAt: isFound(user) ? undefined : isoTime(user.created_at),
});

const isFound = ({ email }: User): boolean => (email ?? NO_MAIL) === NO_MAIL;

/** Ids of users are given anew, too: it is the one who was made when the invitation was used. */
export function nameOf({ used_by, used_at }: Invitation, users: readonly User[]): string | undefined {
  const id = /^<User (\d+)>$/.exec(used_by ?? '')?.[1];
  const user = users.find((one) => String(one.id) === id);
  const [made, used] = [isoTime(user?.created_at), isoTime(used_at)].map((at) => Date.parse(at ?? ''));
  return Math.abs((made ?? Number.NaN) - (used ?? Number.NaN)) > JOINING_MS ? undefined : user?.username;
}
