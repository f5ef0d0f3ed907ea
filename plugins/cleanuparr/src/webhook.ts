/** Its notifications, which have the shape of Apprise: a title and a text. They only say that something was done. */
import type { WebhookReceiver } from '@sidelight/plugin-api';

const RUN = ['cleanup.actions', 'cleanup.attention'];

export const webhook: WebhookReceiver = {
  receive(body) {
    const title = typeof body === 'object' && body !== null && 'title' in body ? body.title : '';
    if (typeof title !== 'string' || title === '') return { event: 'unknown', run: [] };
    return { event: eventOf(title), run: RUN };
  },
};

function eventOf(title: string): string {
  if (/strike/i.test(title)) return 'strike';
  return /delet|remov|clean/i.test(title) ? 'removed' : 'notification';
}
