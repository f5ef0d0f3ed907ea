/** What is known of an integration's upstream. Kept by the sync engine; read by widgets, live reads and the ops source. */
import type { ErrorCode } from '@sidelight/plugin-api';

export interface Availability {
  /** unknown: not asked yet. refused: it takes no credentials of ours. */
  readonly state: 'unknown' | 'up' | 'down' | 'refused';
  readonly code?: ErrorCode;
  /** The last error, redacted. */
  readonly message?: string;
  /** When the state began, ISO. */
  readonly since?: string;
  /** The last time that the upstream was asked anything, ISO. */
  readonly checkedAt?: string;
  /** As the last successful check told. */
  readonly name?: string;
  readonly version?: string;
}

export interface Availabilities {
  of(source: string): Availability;
  /** false while the source backs off: nobody calls its upstream before the next try is due. */
  mayAsk(source: string): boolean;
  /** How a call outside a sync task went (a live read, an action): null when well. */
  report(source: string, error: unknown): void;
}
