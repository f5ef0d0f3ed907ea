import type { HealthRow } from '../ops/ops-source.js';
import type { Source } from '../plugins/source.js';
import type { Availability } from './availability-state.js';

/** The row of `ops.health` about an integration. Its name is the upstream's own, once known. */
export const healthRow = (source: Source, availability: Availability): HealthRow => ({
  id: source.id,
  name: availability.name ?? source.id,
  type: source.plugin.title,
  ok: availability.state === 'up',
  refused: availability.state === 'refused',
  message: availability.message ?? '',
  ...(availability.checkedAt === undefined ? {} : { checkedAt: availability.checkedAt }),
  ...(availability.state === 'up' || availability.since === undefined ? {} : { failingSince: availability.since }),
});
