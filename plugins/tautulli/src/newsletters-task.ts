/** The newsletters, with how many get them: who they are is never kept. */
import { fill, newsletterCampaigns, type PluginContext, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { campaignOf, recipientsOf } from './map-newsletters.js';

/** Recipients change rarely, and each newsletter has to be asked for its own. */
const RECIPIENTS_S = 3600;

type Context = Pick<PluginContext, 'memo' | 'clock'>;

/** @param zone in which Tautulli reads its cron patterns */
export function newslettersTask(client: Client, zone: string, { memo, clock }: Context): SyncTask {
  const recipients = (id: number, signal: AbortSignal): Promise<number | null> =>
    memo(`recipients:${id}`, RECIPIENTS_S, async () => recipientsOf(await client.newsletter(id, signal)));

  return fill(newsletterCampaigns, '5m', async (signal) => {
    const newsletters = await client.newsletters(signal);
    if (newsletters.length === 0) return [];
    const sent = await client.sent(signal);
    const rows = [];
    for (const newsletter of newsletters) {
      const last = sent.find((one) => one.newsletter_id === newsletter.id);
      const row = campaignOf(newsletter, last, zone, clock.now());
      rows.push({ ...row, recipients: (await recipients(newsletter.id, signal)) ?? undefined });
    }
    return rows;
  });
}
