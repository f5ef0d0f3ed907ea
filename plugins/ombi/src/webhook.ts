/** The pushes of Ombi's webhook agent. */
import type { WebhookReceiver } from '@sidelight/plugin-api';

export const webhook: WebhookReceiver = {
  /** Its "application token". */
  secretHeaders: ['Access-Token'],
  receive(body) {
    const type = typeof body === 'object' && body !== null && 'notificationType' in body && body.notificationType;
    return typeof type === 'string' && type !== ''
      ? { event: type, run: tasksOf(type) }
      : { event: 'unknown', run: [] };
  },
};

/** By the words of the event, so that those of later versions count as well. Test and Newsletter have none. */
function tasksOf(type: string): readonly string[] {
  if (type.startsWith('Issue')) return ['issue.items', 'issue.counts'];
  return /request|available/i.test(type) ? ['request.items', 'request.counts'] : [];
}
