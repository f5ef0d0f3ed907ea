import {
  cached,
  defineSummary,
  defineWidget,
  inviteAccounts,
  inviteItems,
  inviteUses,
  listOf,
  tally,
} from '@sidelight/plugin-api';
import { accountFacts, accountFields } from './shared/accounts.js';
import { entityId, flag, int, nullable, object, text, time, words } from './shared/fields.js';
import { until } from './shared/labels.js';
import { byRank, globalId, type RowOf, soonestFirst } from './shared/rows.js';
import { inviteTone, tone } from './shared/tones.js';

type Invite = RowOf<typeof inviteItems>;

const RANK: Readonly<Record<string, number>> = { active: 0, used: 1, unknown: 2, expired: 3, revoked: 4 };

const detailFields = {
  id: entityId('invitation'),
  uses: nullable(int()),
  usesLeft: nullable(int()),
  unlimited: nullable(flag()),
  createdAt: nullable(time()),
  usedAt: nullable(time()),
  usedBy: words(),
  accountDays: nullable(int('How long accounts created with it last')),
  servers: words(),
  profile: text(),
};

const detailFacts = (invite: Invite) => ({
  id: globalId(invite.source, invite.id),
  uses: invite.uses ?? null,
  usesLeft: invite.usesLeft ?? null,
  unlimited: invite.unlimited ?? null,
  createdAt: invite.createdAt ?? null,
  usedAt: invite.usedAt ?? null,
  usedBy: [...(invite.usedBy ?? [])],
  accountDays: invite.accountDays ?? null,
  servers: [...(invite.servers ?? [])],
  profile: invite.profile ?? '',
});

/** An invite expires on time, not when its manager is asked next. */
function row(invite: Invite, now: Date) {
  const expires = invite.expires ?? null;
  const over = invite.status === 'active' && expires !== null && Date.parse(expires) <= now.getTime();
  const status = over ? ('expired' as const) : invite.status;
  return {
    code: invite.label,
    status,
    source: invite.source,
    expires,
    ...detailFacts(invite),
    tone: inviteTone(status),
    label: status === 'active' && expires !== null ? until(expires, now) : status,
  };
}

export const widget = defineWidget({
  id: 'invites',
  summary: 'Invitations, active ones first, and the accounts created with them',
  reads: {
    invites: cached(inviteItems),
    accounts: cached(inviteAccounts),
    uses: cached(inviteUses, { newest: 100 }),
  },
  response: object({
    invites: int(),
    active: int('Neither used up nor expired'),
    items: listOf({
      code: text('Its name; the code itself is never shown'),
      status: inviteItems.item.properties.status,
      source: text('The integration'),
      expires: nullable(time()),
      ...detailFields,
      tone: tone(),
    }),
    ...accountFields,
  }),
  tile: {
    title: 'Invites',
    group: 'integrations',
    icon: 'mdi-email-open-outline',
    for: 'admin',
    about: 'invites',
    stats: [
      { field: 'active', label: 'Active', format: 'number' },
      { field: 'invites', label: 'Total', format: 'number' },
      { field: 'joinedMonth', label: 'Joined, 30 days', format: 'number', about: 'accounts' },
      { field: 'endingWeek', label: 'End within 7 days', format: 'number', about: 'accounts' },
    ],
    list: { items: 'items', name: 'code', details: ['source', 'profile'], tone: 'tone' },
  },
  render: ({ invites, ...others }, ctx) => {
    const rows = invites.items.map((invite) => row(invite, ctx.now));
    return {
      invites: rows.length,
      active: rows.filter((invite) => invite.status === 'active').length,
      items: rows
        .toSorted(soonestFirst((invite) => invite.expires))
        .toSorted(byRank((invite) => RANK[invite.status] ?? 2))
        .slice(0, ctx.limit),
      ...accountFacts(others, ctx),
    };
  },
});

export const summary = defineSummary({
  id: 'invites',
  reads: { invites: tally(inviteItems) },
  fields: object({ invites: int() }),
  render: ({ invites }) => ({ invites: invites.count }),
});
