/** What became of the last newsletter of a campaign. Pure. */
import type { newsletterCampaigns } from '@sidelight/plugin-api';
import type { RowOf } from './rows.js';

export type Campaign = RowOf<typeof newsletterCampaigns>;

/** Before there was a result there was a flag. Who tells neither does not know. */
export const resultOf = ({ lastResult, lastOk }: Campaign): NonNullable<Campaign['lastResult']> =>
  lastResult ?? (lastOk === undefined ? 'unknown' : lastOk ? 'ok' : 'failed');

/** Who tells no more than that it was not sent leaves open whether it failed or there was nothing to send. */
export const wasNotSent = (campaign: Campaign): boolean =>
  campaign.lastAt !== undefined && campaign.lastOk === false && resultOf(campaign) === 'unknown';
