import { cached, defineDigestRule, opsHealth } from '@sidelight/plugin-api';
import {
  type Health,
  integrationNames,
  isFailing,
  isIntegration,
  mergedWarnings,
  type Warning,
} from '../shared/health.js';

const sentence = (health: Health, name: string): string =>
  health.refused
    ? `${name} rejects the credentials in the config: ${health.message}`
    : `${name} does not answer: ${health.message}`;

/** "Sintel Tracker: fails (films, series)": who says so is named where the name does not tell. */
function warning({ name, message, sources }: Warning): string {
  const isTold = sources.length === 1 || name === sources.join(', ');
  return `${name}: ${message}${isTold ? '' : ` (${sources.join(', ')})`}`;
}

export const rule = defineDigestRule({
  id: 'integrations',
  reads: { health: cached(opsHealth) },
  evaluate: ({ health }) => {
    const nameOf = integrationNames(health.items);
    return [
      ...health.items
        .filter((row) => isIntegration(row) && isFailing(row))
        .map((row) => ({
          type: 'integration',
          severity: 'error' as const,
          text: sentence(row, nameOf(row)),
          source: row.source,
          about: row.source,
        })),
      ...mergedWarnings(health.items).map((thing) => ({
        type: 'warning',
        severity: thing.severity,
        text: warning(thing),
        source: thing.row.source,
        about: thing.row.id,
      })),
    ];
  },
});
