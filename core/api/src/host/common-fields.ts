/** What every widget's payload carries beside its own fields. */
import type { SourceState } from '../read.js';
import { IsoTime, nullable, oneOf, type TObject, Type, titled } from '../schema.js';
import { LIVE, UNKNOWN } from '../tile.js';

/** disconnected: no integration supplies any of it. stale: some of it is old, or some integration is down. */
export type PayloadState = 'ok' | 'stale' | 'down' | 'disconnected';

const before = { service: Type.Boolean({ description: 'Always true: this payload is Sidelight’s' }) };

const after = {
  updatedAt: IsoTime(),
  sourceState: titled('PayloadState', oneOf('ok', 'stale', 'down', 'disconnected')),
  freshness: Type.String({
    title: 'Freshness',
    description: `"${LIVE}", or which integration is down and how old this is: "Attic down, 4 min old"; "${UNKNOWN}" if no integration provides it`,
  }),
  sources: Type.Array(
    titled(
      'SourceState',
      Type.Object({
        id: Type.String(),
        state: titled('SourceCondition', oneOf('ok', 'stale', 'down')),
        fetchedAt: nullable(IsoTime()),
        since: Type.Optional(IsoTime()),
      }),
    ),
  ),
};

/** No field of a widget may have one of these names: dashboards turn red at the last two. */
export const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(before),
  ...Object.keys(after),
  'error',
  'success',
]);

/** What the homepage has beside its summaries. */
export const UNKNOWN_SUMMARIES = 'unknown';

export const withCommonFields = (response: TObject): TObject =>
  Type.Object({ ...before, ...response.properties, ...after });

export function payloadState(sources: readonly SourceState[]): PayloadState {
  if (sources.length === 0) return 'disconnected';
  if (sources.every(({ state }) => state === 'ok')) return 'ok';
  return sources.every(({ state }) => state === 'down') ? 'down' : 'stale';
}
