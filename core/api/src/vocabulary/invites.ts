import { freeText, viewerName } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, oneOf, optional, text, texts, time } from './fields.js';

/** Invitations. The code of one opens an account to whoever has it: it is never published, see `codeDigest`. */
export const inviteItems = definePort({
  id: 'invite.items',
  keep: 'snapshot',
  key: (invite) => invite.id,
  index: ['status'],
  item: Type.Object({
    id: text('codeDigest of the code'),
    label: freeText('What people call it; never the code'),
    status: oneOf('active', 'used', 'expired', 'revoked', 'unknown'),
    expires: optional(time()),
    uses: optional(count('How often it was used; absent while unknown')),
    usesLeft: optional(count()),
    unlimited: optional(flag('It may be used any number of times')),
    createdAt: optional(time()),
    usedAt: optional(time('Last')),
    usedBy: optional(
      Type.Array(viewerName(), { description: 'Names of the accounts that came of it, as far as they are known' }),
    ),
    accountDays: optional(count('How long accounts created with it last')),
    servers: optional(texts('Names of the media servers that it opens')),
    profile: optional(text()),
  }),
});

/** What became of invitations: one row for each use, and for the end of one that was never used up. */
export const inviteUses = definePort({
  id: 'invite.uses',
  keep: 'log',
  key: (use) => use.id,
  at: (use) => use.at,
  index: ['inviteId'],
  item: Type.Object({
    id: text(),
    inviteId: text('codeDigest of the code'),
    label: freeText('What people call the invitation; never the code'),
    user: optional(viewerName('The name of the account; absent where nobody used it')),
    userId: optional(text()),
    at: time(),
    ended: optional(oneOf('used', 'expired', 'revoked', 'unknown')),
  }),
});

/** Accounts that an invite manager looks after. */
export const inviteAccounts = definePort({
  id: 'invite.accounts',
  keep: 'snapshot',
  key: (account) => account.id,
  item: Type.Object({
    id: text(),
    user: viewerName(),
    server: optional(text('The name of the media server')),
    expiresAt: optional(time()),
    disabled: optional(flag()),
    label: optional(freeText('Of the invitation that it came of, or what people call the account')),
    createdAt: optional(time()),
  }),
});
