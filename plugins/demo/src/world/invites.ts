/** Who may come in: invitations, what became of them, and the accounts that came of them. */
import { codeDigest, type ItemIn, type inviteAccounts, type inviteItems, type inviteUses } from '@sidelight/plugin-api';
import { chance, hex } from './chance.js';
import { DAY, iso, type World } from './world.js';

const INVITE_EVERY = 2 * DAY;
const INVITE_LASTS = 7 * DAY;
const INVITES = 8;
const ACCOUNT_DAYS = 30;
const SERVER = 'Demo';
const GUESTS = ['Gwen', 'Hugo', 'Iris', 'Jonas', 'Kira', 'Luca', 'Mona', 'Nils'] as const;

interface Invite {
  readonly n: number;
  readonly id: string;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Infinity: nobody does. */
  readonly usedAt: number;
  readonly guest: string;
}

function invite(seed: number, n: number): Invite {
  const createdAt = n * INVITE_EVERY;
  const used = chance(seed, 'invite', n) < 0.4;
  const guest = GUESTS[n % GUESTS.length] ?? GUESTS[0];
  return {
    n,
    id: codeDigest(hex(8, seed, 'invite', n).toUpperCase(), String(seed)),
    label: `For ${guest}`,
    createdAt,
    expiresAt: createdAt + INVITE_LASTS,
    usedAt: used ? createdAt + DAY : Number.POSITIVE_INFINITY,
    guest,
  };
}

export function invites({ seed, now }: World): readonly ItemIn<typeof inviteItems>[] {
  const latest = Math.floor(now / INVITE_EVERY);
  return Array.from({ length: INVITES }, (_, index) => {
    const { id, label, createdAt, expiresAt, usedAt, guest } = invite(seed, latest - index);
    const isUsed = now >= usedAt;
    return {
      id,
      label,
      status: isUsed ? 'used' : now >= expiresAt ? 'expired' : 'active',
      expires: iso(expiresAt),
      uses: isUsed ? 1 : 0,
      usesLeft: isUsed ? 0 : 1,
      unlimited: false,
      createdAt: iso(createdAt),
      usedAt: isUsed ? iso(usedAt) : undefined,
      usedBy: isUsed ? [guest] : [],
      accountDays: ACCOUNT_DAYS,
      servers: [SERVER],
      profile: 'Guests',
    };
  });
}

const known = ({ seed, now }: World, from: number): readonly Invite[] => {
  const first = Math.floor(from / INVITE_EVERY);
  const count = Math.max(0, Math.floor(now / INVITE_EVERY) - first + 1);
  return Array.from({ length: count }, (_, index) => invite(seed, first + index));
};

/** Each invitation ends once: it is used, or its time is up. */
export const inviteEnds = (world: World, since: number): readonly ItemIn<typeof inviteUses>[] =>
  known(world, since - INVITE_LASTS).flatMap<ItemIn<typeof inviteUses>>(
    ({ n, id, label, usedAt, expiresAt, guest }) => {
      const isUsed = Number.isFinite(usedAt);
      const at = isUsed ? usedAt : expiresAt;
      if (at < since || at > world.now) return [];
      const end = { id: `end-${n}`, inviteId: id, label, at: iso(at) };
      return isUsed
        ? [{ ...end, user: guest, userId: `guest-${n}`, ended: 'used' as const }]
        : [{ ...end, ended: 'expired' as const }];
    },
  );

/** Guests stay for thirty days. */
export const accounts = (world: World): readonly ItemIn<typeof inviteAccounts>[] =>
  known(world, world.now - ACCOUNT_DAYS * DAY).flatMap(({ n, label, usedAt, guest }) => {
    const expiresAt = usedAt + ACCOUNT_DAYS * DAY;
    if (usedAt > world.now || expiresAt < world.now) return [];
    const times = { createdAt: iso(usedAt), expiresAt: iso(expiresAt) };
    return [{ id: `guest-${n}`, user: guest, server: SERVER, disabled: false, label, ...times }];
  });
