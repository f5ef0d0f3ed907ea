/** From Tautulli's newsletters to campaigns: what they are, when they run, and what became of the last. Pure. */
import { frequencyOf, type ItemIn, type newsletterCampaigns, nextRun } from '@sidelight/plugin-api';
import { isOn, numberOf, timeOf } from './loose.js';
import type * as up from './upstream.js';

type Row = ItemIn<typeof newsletterCampaigns>;

/** Longer nobody waits for a mail server. */
const SENDING_MS = 10 * 60_000;

/** How many; null: that cannot be said of what is only saved, or goes by another way than its own mail. */
export function recipientsOf({ config, email_config: mail }: up.NewsletterConfig): number | null {
  if (!isOn(config.formatted) || isOn(config.save_only) || (numberOf(mail.notifier_id) ?? 0) !== 0) return null;
  const all = [mail.to, mail.cc, mail.bcc].flatMap((list) => list ?? []);
  return new Set(all.map((address) => String(address).trim().toLowerCase()).filter(Boolean)).size;
}

/** @param sent the last that was sent, if any. Older versions tell what became of it nowhere else */
export function campaignOf(newsletter: up.Newsletter, sent: up.Sent | undefined, zone: string, now: Date): Row {
  const { id, cron, active } = newsletter;
  const scheduled = asScheduled(cron ?? '');
  const next = scheduled === undefined ? undefined : nextRun(scheduled, zone, now);
  const enabled = isOn(active);
  return {
    id: String(id),
    name: newsletter.friendly_name || newsletter.agent_label || `Newsletter ${id}`,
    enabled,
    // A pattern that makes no sense is saved all the same.
    frequency: next === undefined ? 'never' : frequencyOf(cron ?? ''),
    subject: sent?.subject_text || undefined,
    ...lastOf(newsletter, sent, now),
    nextAt: enabled ? next?.toISOString() : undefined,
  };
}

const KINDS: Readonly<Record<string, Row['lastKind']>> = { on_cron: 'scheduled', api: 'manual', test: 'test' };

/** 0 is what it writes before it sends, and what it leaves there when there was nothing to send or the mail was refused. */
function lastOf(newsletter: up.Newsletter, sent: up.Sent | undefined, now: Date): Partial<Row> {
  const lastAt = timeOf(newsletter.last_triggered ?? sent?.timestamp);
  if (lastAt === undefined) return {};
  const lastOk = isOn(newsletter.last_success ?? sent?.success);
  const isFresh = Math.abs(now.getTime() - Date.parse(lastAt)) < SENDING_MS;
  const lastResult = lastOk ? 'ok' : isFresh ? 'sending' : 'unknown';
  return { lastAt, lastOk, lastResult, lastKind: KINDS[sent?.notify_action ?? ''] ?? 'unknown' };
}

/**
 * A cron pattern as others understand it. Tautulli's scheduler counts the days of the week from Monday on. A single number is
 * corrected for that, and nothing else is: the days of lists, ranges and steps come one day late. A 7 among them is no day at
 * all. Where a day of the month is named as well, both have to fit.
 * @returns undefined: it never runs
 */
export function asScheduled(cron: string): string | undefined {
  const fields = cron.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = fields;
  if (fields.length !== 5 || weekday === undefined) return undefined;
  const shifted = /^\d+$/.test(weekday) ? String(Number(weekday) % 7) : oneDayLate(weekday);
  if (shifted === undefined) return undefined;
  const both = day !== '*' && weekday !== '*' ? '+' : '';
  return [minute, hour, day, month, both + shifted].join(' ');
}

function oneDayLate(weekdays: string): string | undefined {
  const parts = weekdays.split(',').map((part) => {
    const [days = '', step] = part.split('/');
    if (days === '*') return step === undefined ? part : `1-7/${step}`;
    if (/[7-9]/.test(days)) return undefined;
    const later = days.replaceAll(/\d+/g, (number) => String(Number(number) + 1));
    return step === undefined ? later : `${later}/${step}`;
  });
  return parts.includes(undefined) ? undefined : parts.join(',');
}
