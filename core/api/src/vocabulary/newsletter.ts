import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, oneOf, optional, text, time } from './fields.js';

export const newsletterCampaigns = definePort({
  id: 'newsletter.campaigns',
  keep: 'snapshot',
  key: (campaign) => campaign.id,
  item: Type.Object({
    id: text(),
    name: text(),
    enabled: flag(),
    frequency: text(),
    subject: optional(text('Of the last newsletter')),
    recipients: optional(count('How many; never who')),
    lastAt: optional(time()),
    lastOk: optional(
      flag(
        'Whether it was sent: all that some sources tell. false beside unknown: it failed, or there was nothing to send',
      ),
    ),
    lastKind: optional(oneOf('scheduled', 'manual', 'test', 'unknown')),
    lastResult: optional(oneOf('ok', 'failed', 'nothing', 'sending', 'unknown')),
    nextAt: optional(time()),
  }),
});
