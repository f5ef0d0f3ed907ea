import type { DigestEntry } from '@sidelight/plugin-api';
import { entityId, flag, int, oneOf, text, titled } from './fields.js';
import { byRank } from './rows.js';
import { severityTone, tone } from './tones.js';

export const attentionFields = {
  digest: int('How many things need attention'),
  digestOk: flag(),
  digestStatus: titled('DigestStatus', oneOf('clear', 'check')),
  digestIntegrations: int('Of these: integrations that do not answer or reject the credentials'),
  digestWarnings: int('Of these: warnings of the services'),
  digestSnoozed: int('Snoozed items'),
};

export const attentionItem = {
  id: entityId('matter', 'Stays the same as long as the item exists'),
  type: text('What it is about: download, import, integration, …'),
  severity: titled('Severity', oneOf('info', 'warn', 'error')),
  text: text('One sentence'),
  tone: tone(),
};

export const attentionFacts = (items: readonly DigestEntry[], snoozed: readonly DigestEntry[]) => ({
  digest: items.length,
  digestOk: items.length === 0,
  digestStatus: items.length === 0 ? ('clear' as const) : ('check' as const),
  digestIntegrations: items.filter(({ type }) => type === 'integration').length,
  digestWarnings: items.filter(({ type }) => type === 'warning').length,
  digestSnoozed: snoozed.length,
});

const RANK = { error: 0, warn: 1, info: 2 } as const;

/** The gravest first. */
export const attentionRows = (items: readonly DigestEntry[], limit: number) =>
  items
    .toSorted(byRank((item) => RANK[item.severity]))
    .slice(0, limit)
    .map((item) => ({ ...item, tone: severityTone(item.severity), label: item.severity }));
