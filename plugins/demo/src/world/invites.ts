/** Who may come in: invitations, what became of them, and the accounts that came of them. */
import { codeDigest, type ItemIn, type inviteAccounts, type inviteItems, type inviteUses } from '@sidelight/plugin-api';
import { chance, hex } from './chance.js';
import { DAY, iso, type World } from './world.js';

const INVITE_EVERY = 2 * DAY;
const INVITE_LASTS = 7 * DAY;
const INVITES = 8;
const ACCOUNT_DAYS = 30;
const QUARTER = 91 * DAY;
const SERVER = 'Demo';
const GUESTS = ['Gwen', 'Hugo', 'Iris', 'Jonas', 'Kira', 'Luca', 'Mona', 'Nils'] as const;

const common = { accountDays: ACCOUNT_DAYS, servers: [SERVER], profile: 'Guests' };

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

export function invites(world: World): readonly ItemIn<typeof inviteItems>[] {
  const { seed, now, edits } = world;
  const latest = Math.floor(now / INVITE_EVERY);
  const personal = Array.from({ length: INVITES }, (_, index): ItemIn<typeof inviteItems> => {
    const { id, label, createdAt, expiresAt, usedAt, guest } = invite(seed, latest - index);
    const isUsed = now >= usedAt;
    return {
      ...common,
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
    };
  });
  return [...personal, ...standing(world)].filter(({ id }) => !edits.revoked.has(id));
}

/** Two that need attention: one is put off day by day and never used, one is open to anybody for ever. */
function standing({ seed, now }: World): readonly ItemIn<typeof inviteItems>[] {
  const today = Math.floor(now / DAY) * DAY;
  const createdAt = iso(Math.floor(now / QUARTER) * QUARTER);
  const both = { ...common, status: 'active' as const, uses: 0, usedBy: [], createdAt };
  return [
    {
      ...both,
      id: codeDigest('neighbours', String(seed)),
      label: 'For the neighbours',
      expires: iso(today + 1.5 * DAY),
      usesLeft: 1,
      unlimited: false,
    },
    { ...both, id: codeDigest('open-house', String(seed)), label: 'Open house', unlimited: true },
  ];
}

const known = ({ seed, now }: World, from: number): readonly Invite[] => {
  const first = Math.floor(from / INVITE_EVERY);
  const count = Math.max(0, Math.floor(now / INVITE_EVERY) - first + 1);
  return Array.from({ length: count }, (_, index) => invite(seed, first + index));
};

/** Each invitation ends once: it is used, its time is up, or somebody revokes it. */
export const inviteEnds = (world: World, since: number): readonly ItemIn<typeof inviteUses>[] =>
  known(world, since - INVITE_LASTS).flatMap<ItemIn<typeof inviteUses>>(
    ({ n, id, label, usedAt, expiresAt, guest }) => {
      const revokedAt = world.edits.revoked.get(id) ?? Number.POSITIVE_INFINITY;
      const isUsed = Number.isFinite(usedAt) && usedAt < revokedAt;
      const at = isUsed ? usedAt : Math.min(expiresAt, revokedAt);
      if (at < since || at > world.now) return [];
      const end = { id: `end-${n}`, inviteId: id, label, at: iso(at) };
      return isUsed
        ? [{ ...end, user: guest, userId: `guest-${n}`, ended: 'used' as const }]
        : [{ ...end, ended: revokedAt < expiresAt ? ('revoked' as const) : ('expired' as const) }];
    },
  );

/** Guests stay for thirty days. */
export const accounts = (world: World): readonly ItemIn<typeof inviteAccounts>[] =>
  known(world, world.now - ACCOUNT_DAYS * DAY).flatMap(({ n, id, label, usedAt, guest }) => {
    const expiresAt = usedAt + ACCOUNT_DAYS * DAY;
    const revokedAt = world.edits.revoked.get(id) ?? Number.POSITIVE_INFINITY;
    if (usedAt > Math.min(world.now, revokedAt) || expiresAt < world.now) return [];
    const times = { createdAt: iso(usedAt), expiresAt: iso(expiresAt) };
    return [{ id: `guest-${n}`, user: guest, server: SERVER, disabled: false, label, ...times }];
  });
