import { cached, dayOf, defineDigestRule, inviteItems } from '@sidelight/plugin-api';
import { dayLabel } from '../shared/labels.js';
import type { RowOf } from '../shared/rows.js';

type Invite = RowOf<typeof inviteItems>;

const reads = { invites: cached(inviteItems, { where: { status: 'active' } }) };
/** What `dayLabel` calls the days on which something can still be done. */
const SOON: ReadonlySet<string> = new Set(['today', 'tomorrow']);

const item = (severity: 'info' | 'warn', text: string, { source, id }: Invite) => ({
  ...{ type: 'invite', severity, text, source, about: `${severity} ${id}` },
});

/** Somebody was asked in and has not come. */
const ending = defineDigestRule({
  id: 'invites-ending',
  reads,
  evaluate: ({ invites }, ctx) =>
    invites.items.flatMap((invite) => {
      const { expires, uses, label } = invite;
      if (expires === undefined || uses !== 0 || Date.parse(expires) <= ctx.now.getTime()) return [];
      const day = dayLabel(dayOf(expires, ctx.zone), ctx);
      return SOON.has(day)
        ? [item('info', `The invitation “${label}” expires ${day} and has not been used`, invite)]
        : [];
    }),
});

/** Whoever finds its code makes an account, now and in years. */
const open = defineDigestRule({
  id: 'invites-open',
  reads,
  evaluate: ({ invites }) =>
    invites.items
      .filter(({ unlimited, expires }) => unlimited === true && expires === undefined)
      .map((invite) =>
        item('warn', `The invitation “${invite.label}” is open to anyone forever: set an expiry, or revoke it`, invite),
      ),
});

export const rules = [ending, open];
