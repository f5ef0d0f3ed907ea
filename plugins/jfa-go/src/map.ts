/** From jfa-go's answers to port items. Pure. */
import { dayOf, type ItemIn, type inviteAccounts, type inviteItems } from '@sidelight/plugin-api';
import type { Activity, Invite, User } from './upstream.js';

/** What the history is read with: jfa-go forgets an invitation when it ends. */
export interface Known {
  /** Seconds since 1970. */
  readonly end?: number;
  readonly label: string;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const MONTH_DAYS = 30;
/** Ends that are worked out from the time left differ by so much, as clocks do. */
const JITTER_S = 2 * MINUTE_S;

export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** One without a label is known by its code alone, which nobody may see, so it is called by its day. */
export const labelOf = (label: string | null | undefined, code: string, created: number, zone: string): string =>
  label && !label.includes(code) ? label : `Invitation of ${dayOf(isoOf(created), zone)}`;

/**
 * When it ends: as it is told, else by the time that is left. That leaves out the seconds, but an invitation ends on the second
 * of a minute on which it was made.
 * @param before what was worked out last: it stays, since the length of a month is a guess and the moment of the answer, too
 */
export function endOf(invite: Invite, now: Date, before: number | undefined): number | undefined {
  if (invite.valid_till) return invite.valid_till;
  const { months, days, hours, minutes, created } = invite;
  if ([months, days, hours, minutes].every((one) => one === undefined || one === null)) return undefined;
  const left = (days ?? 0) * DAY_S + (hours ?? 0) * HOUR_S + (minutes ?? 0) * MINUTE_S;
  const end = new Date((Math.floor(now.getTime() / 1000) + left) * 1000);
  end.setUTCMonth(end.getUTCMonth() + (months ?? 0));
  const floor = end.getTime() / 1000;
  const told = floor + ((((created - floor) % MINUTE_S) + MINUTE_S) % MINUTE_S);
  if (before === undefined) return told;
  return (months ?? 0) > 0 || Math.abs(told - before) <= JITTER_S ? before : told;
}

export function toInvite(
  invite: Invite,
  { id, end, label, now }: Known & { readonly id: string; readonly now: Date },
): ItemIn<typeof inviteItems> {
  const users = Object.entries(invite['used-by'] ?? invite.used_by ?? {}).sort(([, a], [, b]) => a - b);
  const lastUse = users.at(-1)?.[1];
  const unlimited = invite['no-limit'] ?? invite.no_limit ?? false;
  const left = invite['remaining-uses'] ?? invite.remaining_uses ?? undefined;
  const isOver = end !== undefined && end * 1000 <= now.getTime();
  return {
    id,
    label,
    status: isOver ? 'expired' : !unlimited && left === 0 ? 'used' : 'active',
    expires: end === undefined ? undefined : isoOf(end),
    uses: users.length,
    usesLeft: unlimited ? undefined : left,
    unlimited,
    createdAt: isoOf(invite.created),
    usedAt: lastUse === undefined ? undefined : isoOf(lastUse),
    usedBy: users.map(([name]) => name),
    accountDays: accountDaysOf(invite),
    profile: invite.profile || undefined,
  };
}

/** Whole days, the last one begun counted; none where accounts have no end. */
function accountDaysOf(invite: Invite): number | undefined {
  if (!(invite['user-expiry'] ?? invite.user_expiry)) return undefined;
  const months = invite['user-months'] ?? invite.user_months ?? 0;
  const days = invite['user-days'] ?? invite.user_days ?? 0;
  const hours = invite['user-hours'] ?? invite.user_hours ?? 0;
  const minutes = invite['user-minutes'] ?? invite.user_minutes ?? 0;
  return Math.ceil(months * MONTH_DAYS + days + (hours + minutes / 60) / 24);
}

/** @param creations of accounts, as far back as jfa-go remembers */
export function toAccounts(
  users: readonly User[],
  creations: readonly Activity[],
): readonly ItemIn<typeof inviteAccounts>[] {
  const made = new Map(creations.map(({ user_id, time }) => [user_id ?? '', time]));
  return users.map(({ id, name, expiry, disabled, label }) => {
    const madeAt = made.get(id);
    return {
      id,
      user: name,
      expiresAt: expiry ? isoOf(expiry) : undefined,
      disabled: disabled ?? undefined,
      label: label || undefined,
      createdAt: madeAt === undefined ? undefined : isoOf(madeAt),
    };
  });
}
