/** The pushes of Wizarr's notification agents: Discord's, or those that Apprise sends as JSON. */
import { inviteAccounts, inviteItems, type WebhookReceiver } from '@sidelight/plugin-api';

/** What joining is called, by the kind of media server. */
const JOINED: ReadonlySet<string> = new Set(['New User', 'User Joined']);
const TEST: ReadonlySet<string> = new Set(['Test Notification', 'Wizarr']);

export const webhook: WebhookReceiver = {
  receive(body) {
    const title = titleOf(body);
    if (JOINED.has(title)) return { event: 'user_joined', run: [inviteAccounts.id, inviteItems.id] };
    return { event: TEST.has(title) ? 'test' : 'unknown', run: [] };
  },
};

interface Message {
  readonly title?: unknown;
  readonly embeds?: readonly { readonly title?: unknown }[];
}

/** Discord's format has it in the first of its embeds. */
function titleOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const { title, embeds } = body as Message;
  const told = title ?? (Array.isArray(embeds) ? embeds[0]?.title : undefined);
  return typeof told === 'string' ? told : '';
}
