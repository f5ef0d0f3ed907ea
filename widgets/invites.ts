import { cached, defineSummary, defineWidget, inviteItems, listOf, tally } from '@sidelight/plugin-api';
import { int, nullable, object, oneOf, text, time } from './shared/fields.js';
import { until } from './shared/labels.js';
import { byRank, type RowOf, soonestFirst } from './shared/rows.js';
import { inviteTone, tone } from './shared/tones.js';

const RANK = { active: 0, used: 1, expired: 2 } as const;

/** An invite expires on time, not when its manager is asked next. */
function row(invite: RowOf<typeof inviteItems>, now: Date) {
  const expires = invite.expires ?? null;
  const over = invite.status === 'active' && expires !== null && Date.parse(expires) <= now.getTime();
  const status = over ? ('expired' as const) : invite.status;
  return {
    code: invite.code,
    status,
    source: invite.source,
    expires,
    tone: inviteTone(status),
    label: status === 'active' && expires !== null ? until(expires, now) : status,
  };
}

export const widget = defineWidget({
  id: 'invites',
  summary: 'Invitations, those that still work first',
  reads: { invites: cached(inviteItems) },
  response: object({
    invites: int(),
    active: int('Neither used up nor expired'),
    items: listOf({
      code: text(),
      status: oneOf('active', 'used', 'expired'),
      source: text('The integration'),
      expires: nullable(time()),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Invites',
    group: 'integrations',
    icon: 'mdi-email-open-outline',
    for: 'admin',
    stats: [
      { field: 'active', label: 'Active', format: 'number' },
      { field: 'invites', label: 'Total', format: 'number' },
    ],
    list: { items: 'items', name: 'code', details: ['source'], tone: 'tone' },
  },
  render: ({ invites }, { now, limit }) => {
    const rows = invites.items.map((invite) => row(invite, now));
    return {
      invites: rows.length,
      active: rows.filter((invite) => invite.status === 'active').length,
      items: rows
        .toSorted(soonestFirst((invite) => invite.expires))
        .toSorted(byRank((invite) => RANK[invite.status]))
        .slice(0, limit),
    };
  },
});

export const summary = defineSummary({
  id: 'invites',
  reads: { invites: tally(inviteItems) },
  fields: object({ invites: int() }),
  render: ({ invites }) => ({ invites: invites.count }),
});
