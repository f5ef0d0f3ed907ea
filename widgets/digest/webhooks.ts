import { cached, defineDigestRule, opsWebhooks } from '@sidelight/plugin-api';
import { counted } from '../shared/labels.js';
import { integrationOf, type RowOf } from '../shared/rows.js';

type Delivery = RowOf<typeof opsWebhooks>;

function byHook(deliveries: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const hooks = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const key = `${delivery.direction} ${delivery.name}`;
    const hook = hooks.get(key);
    if (hook === undefined) hooks.set(key, [delivery]);
    else hook.push(delivery);
  }
  return [...hooks.values()];
}

export const rule = defineDigestRule({
  id: 'webhooks',
  reads: { deliveries: cached(opsWebhooks, { since: '24h', newest: 1000 }) },
  evaluate: ({ deliveries }) => {
    return byHook(deliveries.items).flatMap((newestFirst) => {
      const [last] = newestFirst;
      // One that got through since has recovered.
      if (last === undefined || last.ok) return [];
      const failed = newestFirst.filter((delivery) => !delivery.ok).length;
      const source = integrationOf(last.source);
      const whose = last.direction === 'in' ? `from ${last.name}` : `to ${last.name}`;
      const answer = last.status === undefined ? '' : `, the last with status ${last.status}`;
      return [
        {
          type: 'webhook',
          severity: 'warn' as const,
          text: `${counted(failed, 'webhook')} ${whose} failed in the last 24 hours${answer}`,
          about: `${last.direction} ${last.name}`,
          ...(source === undefined ? {} : { source }),
        },
      ];
    });
  },
});
