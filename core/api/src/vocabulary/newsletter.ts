import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { flag, optional, text, time } from './fields.js';

export const newsletterCampaigns = definePort({
  id: 'newsletter.campaigns',
  keep: 'snapshot',
  key: (campaign) => campaign.id,
  item: Type.Object({
    id: text(),
    name: text(),
    enabled: flag(),
    frequency: text(),
    lastAt: optional(time()),
    lastOk: optional(flag()),
    nextAt: optional(time()),
  }),
});
