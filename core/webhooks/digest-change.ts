/** How the digest differs from before. Pure. */
import type { DigestItem } from '@sidelight/plugin-api';
import type { WebhookEvent } from './events.js';

/** Numbers in a text do not make it another item: "3 h ago", "4 webhooks failed". */
const identityOf = ({ type, severity, source = '', text }: DigestItem): string =>
  JSON.stringify([type, severity, source, text.replace(/\d+/g, '#')]);

function without(items: readonly DigestItem[], others: readonly DigestItem[]): readonly DigestItem[] {
  const known = new Set(others.map(identityOf));
  return items.filter((item) => !known.has(identityOf(item)));
}

/** null: it says the same. */
export function digestChange(before: readonly DigestItem[], after: readonly DigestItem[]): WebhookEvent | null {
  const added = without(after, before);
  const cleared = without(before, after);
  if (added.length === 0 && cleared.length === 0) return null;
  return { type: 'digest.changed', data: { ok: after.length === 0, added, cleared, items: after } };
}
