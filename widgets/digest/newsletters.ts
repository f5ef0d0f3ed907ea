import { cached, type DigestItem, defineDigestRule, newsletterCampaigns } from '@sidelight/plugin-api';
import { type Campaign, resultOf, wasNotSent } from '../shared/newsletters.js';

/** What somebody tries by hand fails before their eyes. */
const matters = ({ enabled, lastKind }: Campaign): boolean => enabled && lastKind !== 'test';

function attentionTo(campaign: Campaign): readonly DigestItem[] {
  const { name, source } = campaign;
  const newsletter = `The newsletter ${name} of ${source}`;
  if (resultOf(campaign) === 'failed')
    return [
      { type: 'newsletter', severity: 'warn', text: `${newsletter} could not be sent`, source, about: campaign.id },
    ];
  if (!wasNotSent(campaign)) return [];
  const text = `${newsletter} was not sent: there was nothing to send, or it failed`;
  return [{ type: 'newsletter', severity: 'info', text, source, about: campaign.id }];
}

export const rule = defineDigestRule({
  id: 'newsletters',
  reads: { campaigns: cached(newsletterCampaigns) },
  evaluate: ({ campaigns }) => campaigns.items.filter(matters).flatMap(attentionTo),
});
