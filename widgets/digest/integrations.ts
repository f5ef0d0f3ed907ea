import { cached, defineDigestRule, opsHealth } from '@sidelight/plugin-api';
import { isFailing, isIntegration } from '../shared/health.js';
import type { RowOf } from '../shared/rows.js';

function sentence(health: RowOf<typeof opsHealth>): string {
  if (!isIntegration(health)) return `${health.name}: ${health.message}`;
  return health.refused
    ? `${health.name} refuses the credentials in the config: ${health.message}`
    : `${health.name} does not answer: ${health.message}`;
}

export const rule = defineDigestRule({
  id: 'integrations',
  reads: { health: cached(opsHealth) },
  evaluate: ({ health }) =>
    health.items.filter(isFailing).map((row) => ({
      type: 'integration',
      severity: isIntegration(row) ? ('error' as const) : ('warn' as const),
      text: sentence(row),
      source: row.source,
    })),
});
