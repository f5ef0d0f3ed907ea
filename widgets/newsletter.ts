import { ago, cached, defineWidget, newestFirst, newsletterCampaigns } from '@sidelight/plugin-api';
import { flag, int, nullable, object, oneOf, text, time } from './shared/fields.js';
import { until } from './shared/labels.js';
import { type Campaign, resultOf } from './shared/newsletters.js';
import { soonestFirst } from './shared/rows.js';

const lastSent = (campaigns: readonly Campaign[]): Campaign | undefined =>
  campaigns.filter((campaign) => campaign.lastAt !== undefined).toSorted(newestFirst((campaign) => campaign.lastAt))[0];

const nextDue = (campaigns: readonly Campaign[], now: Date): Campaign | undefined =>
  campaigns
    .filter(
      (campaign) => campaign.enabled && campaign.nextAt !== undefined && Date.parse(campaign.nextAt) >= now.getTime(),
    )
    .toSorted(soonestFirst((campaign) => campaign.nextAt))[0];

/** Nothing to send is no failure, and what is being sent has not failed yet. */
const RESULT = { ok: 'ok', nothing: 'ok', sending: 'ok', failed: 'failed', unknown: 'unknown' } as const;

function statusOf(enabled: boolean, last: Campaign | undefined) {
  if (!enabled) return 'off' as const;
  if (last === undefined) return 'never' as const;
  return RESULT[resultOf(last)];
}

export const widget = defineWidget({
  id: 'newsletter',
  summary: 'The last and the next newsletter',
  reads: { campaigns: cached(newsletterCampaigns) },
  response: object({
    enabled: flag('At least one campaign is on'),
    lastAt: nullable(time()),
    lastOk: flag('false before the first one'),
    frequency: text('Frequency of the next campaign'),
    nextAt: nullable(time()),
    nextName: text(),
    campaigns: int(),
    status: oneOf('ok', 'failed', 'never', 'off', 'unknown'),
    lastResult: oneOf('ok', 'failed', 'nothing', 'sending', 'never', 'unknown'),
    lastKind: oneOf('scheduled', 'manual', 'test', 'unknown'),
    subject: text('Of the last newsletter'),
    recipients: nullable(int('Of the last newsletter')),
    lastLabel: text('"2 h ago" or "never"'),
    nextLabel: text('"in 3 d" or "none"'),
  }),
  tile: {
    title: 'Newsletter',
    group: 'integrations',
    icon: 'mdi-email-newsletter',
    for: 'admin',
    stats: [
      { field: 'status', label: 'Status', format: 'text' },
      { field: 'lastLabel', label: 'Last', format: 'text' },
      { field: 'nextLabel', label: 'Next', format: 'text' },
      { field: 'campaigns', label: 'Campaigns', format: 'number' },
    ],
  },
  render: ({ campaigns }, { now }) => {
    const enabled = campaigns.items.some((campaign) => campaign.enabled);
    const last = lastSent(campaigns.items);
    const next = nextDue(campaigns.items, now);
    return {
      enabled,
      lastAt: last?.lastAt ?? null,
      lastOk: last !== undefined && RESULT[resultOf(last)] === 'ok',
      frequency: (next ?? campaigns.items.find((campaign) => campaign.enabled))?.frequency ?? '',
      nextAt: next?.nextAt ?? null,
      nextName: next?.name ?? '',
      campaigns: campaigns.items.length,
      status: statusOf(enabled, last),
      lastResult: last === undefined ? ('never' as const) : resultOf(last),
      lastKind: last?.lastKind ?? 'unknown',
      subject: last?.subject ?? '',
      recipients: last?.recipients ?? null,
      lastLabel: ago(last?.lastAt, now),
      nextLabel: next?.nextAt === undefined ? 'none' : until(next.nextAt, now),
    };
  },
});
