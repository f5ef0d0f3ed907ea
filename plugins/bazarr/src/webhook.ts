/** What Apprise sends in Bazarr's name: a sentence for people, and one event for everything. */
import type { WebhookReceiver } from '@sidelight/plugin-api';

export const webhook: WebhookReceiver = {
  receive(body) {
    const title = typeof body === 'object' && body !== null && 'title' in body ? body.title : undefined;
    if (title === 'Bazarr notification') return { event: 'notification', run: ['subtitle.wanted', 'subtitle.counts'] };
    return { event: title === 'Bazarr test notification' ? 'test' : 'unknown', run: [] };
  },
};
