/** The pushes of Seerr's webhook agent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookReceiver } from '@sidelight/plugin-api';

/** Seerr tells of a change before it has saved it. */
const SETTLES_MS = 300;

export interface Webhook extends WebhookReceiver {
  /** Resolves when what the last push told of can be read. */
  settled(): Promise<void>;
}

export function openWebhook(): Webhook {
  let settled = Promise.resolve();
  return {
    receive(body) {
      const type = typeof body === 'object' && body !== null && 'notification_type' in body && body.notification_type;
      if (typeof type !== 'string' || type === '') return { event: 'unknown', run: [] };
      settled = sleep(SETTLES_MS, undefined, { ref: false });
      return { event: type, run: tasksOf(type) };
    },
    settled: () => settled,
  };
}

/** By the family of the event, so that those of later versions count as well. TEST_NOTIFICATION is of none. */
function tasksOf(type: string): readonly string[] {
  if (type.startsWith('MEDIA_')) return ['request.items', 'request.counts'];
  if (type.startsWith('ISSUE_')) return ['issue.items', 'issue.counts'];
  return [];
}
