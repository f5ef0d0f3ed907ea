import type { WebhookReceiver } from '@sidelight/plugin-api';

/**
 * @param field that names the event
 * @param runs event → what it makes worth a look
 */
export const webhookWith = (field: string, runs: Readonly<Record<string, readonly string[]>>): WebhookReceiver => ({
  receive(body) {
    const event: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : '';
    return typeof event === 'string' && event !== ''
      ? { event, run: runs[event] ?? [] }
      : { event: 'unknown', run: [] };
  },
});
