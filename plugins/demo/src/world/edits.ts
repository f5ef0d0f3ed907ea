/** What was done to the world by hand since it began: actions of its users. Kept in memory; a restart forgets it. */

export interface Pause {
  readonly from: number;
  readonly to?: number;
}

export interface Decision {
  readonly action: 'approve' | 'decline' | 'retry';
  readonly at: number;
}

/** Keys are the ids that the ports show. */
export interface Edits {
  readonly pauses: Map<string, readonly Pause[]>;
  readonly removed: Map<string, number>;
  readonly decisions: Map<string, readonly Decision[]>;
  readonly stopped: Map<string, number>;
  readonly repaired: Set<string>;
  /** Invitations. */
  readonly revoked: Map<string, number>;
}

export const noEdits = (): Edits => ({
  pauses: new Map(),
  removed: new Map(),
  decisions: new Map(),
  stopped: new Map(),
  repaired: new Set(),
  revoked: new Map(),
});

/** What all transcoding goes by among the pauses. */
export const TRANSCODING = 'transcoding';

export const isPaused = ({ pauses }: Edits, id: string): boolean => {
  const last = pauses.get(id)?.at(-1);
  return last !== undefined && last.to === undefined;
};

/** Pausing what is paused changes nothing, nor does going on with what goes on. */
export function setPaused(edits: Edits, id: string, paused: boolean, now: number): void {
  if (isPaused(edits, id) === paused) return;
  const closed = (edits.pauses.get(id) ?? []).map((pause) => ({ ...pause, to: pause.to ?? now }));
  edits.pauses.set(id, paused ? [...closed, { from: now }] : closed);
}

/** How long a download that began at `since` has been held up by `now`. */
export const pausedMs = (pauses: readonly Pause[], since: number, now: number): number =>
  pauses
    .filter(({ from }) => from >= since)
    .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to ?? now, now) - from), 0);

export const decisionAt = (edits: Edits, request: string, action: Decision['action']): number | undefined =>
  edits.decisions.get(request)?.findLast((one) => one.action === action)?.at;
