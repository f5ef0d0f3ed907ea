/** jfa-go's webhook "User Created": its body is the new user. */
import { inviteAccounts, inviteItems, type WebhookReceiver } from '@sidelight/plugin-api';

/** The end and the label of an account are set a moment after jfa-go has told of it. */
const SETTLES_MS = 5_000;

export const webhook: WebhookReceiver = {
  receive(body) {
    const isUser = typeof body === 'object' && body !== null && 'id' in body && 'name' in body;
    if (!isUser) return { event: 'unknown', run: [] };
    return {
      event: 'created',
      run: [inviteItems.id, inviteAccounts.id],
      again: { run: [inviteAccounts.id], afterMs: SETTLES_MS },
    };
  },
};
