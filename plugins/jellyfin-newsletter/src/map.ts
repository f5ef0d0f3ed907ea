/** From the program's two files to a campaign. Pure. */
import { frequencyOf, type ItemIn, type newsletterCampaigns, nextRun } from '@sidelight/plugin-api';
import type { Config } from './upstream.js';

type Row = ItemIn<typeof newsletterCampaigns>;

export interface Around {
  /** Of the program. */
  readonly zone: string;
  readonly now: Date;
}

/**
 * It writes the time of a run once it has gone through all recipients, whether or not a mail got through, and after a dry run,
 * too: what became of it is not known.
 * @param state its LAST_NEWSLETTER.txt; undefined: there is none yet
 */
export function campaignOf(config: Config, state: string | undefined, { zone, now }: Around): Row {
  const cron = config.scheduler?.cron || undefined;
  const lastAt = state === undefined ? undefined : timeOf(state);
  const subject = config.email_template?.subject ?? '';
  return {
    id: 'newsletter',
    name: 'Jellyfin newsletter',
    enabled: true,
    frequency: cron === undefined ? '' : frequencyOf(cron),
    // Of a template with gaps nobody knows what it became.
    subject: lastAt === undefined || /[{}]/.test(subject) ? undefined : subject || undefined,
    recipients:
      config.recipients === undefined || config.recipients === null ? undefined : different(config.recipients),
    ...(lastAt === undefined ? {} : { lastAt, lastResult: 'unknown', lastKind: 'unknown' }),
    nextAt: cron === undefined ? undefined : nextRun(cron, zone, now)?.toISOString(),
  };
}

/** The first line is a time in UTC, with microseconds and without a zone; what follows is for people. */
function timeOf(state: string): string | undefined {
  const [, time] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)/.exec(state.trim()) ?? [];
  const at = time === undefined ? Number.NaN : Date.parse(`${time}Z`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** How many; never who. */
const different = (addresses: readonly unknown[]): number =>
  new Set(addresses.map((address) => addressOf(String(address)))).size;

/** `Ada <ada@example.test>` is the same as the address alone. */
const addressOf = (text: string): string => (/<([^>]*)>/.exec(text)?.[1] ?? text).trim().toLowerCase();
