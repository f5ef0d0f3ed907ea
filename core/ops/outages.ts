/** When the upstream of one integration was away, from what its checks tell: the rows of `ops.outages`. */
import type { Gap, ItemOf, opsOutages } from '@sidelight/plugin-api';
import type { HealthRow } from './availability.js';

export type OutageRow = ItemOf<typeof opsOutages>;

/** A restart that takes no longer leaves no gap. */
const GAP_MS = 60_000;

export class Outages {
  /** Rows that have yet to be written, by when they began. */
  private readonly unwritten = new Map<string, OutageRow>();

  /**
   * @param open the outage that lasted when something was known last
   * @param seenAt when that was, ISO; null: the integration is new
   */
  constructor(
    private open: OutageRow | null,
    private seenAt: string | null,
  ) {}

  /** A check has told this. */
  note({ ok, checkedAt, code, message }: HealthRow): void {
    if (checkedAt === undefined) return;
    this.bridge(ok, checkedAt);
    if (ok) this.end(checkedAt);
    else if (this.open === null) this.begin({ from: checkedAt, cause: code ?? 'unreachable', message });
  }

  /** From now on nobody asks. */
  leave(at: string): void {
    this.end(this.seenAt ?? at);
  }

  rows(): readonly OutageRow[] {
    return [...this.unwritten.values()];
  }

  written(rows: readonly object[]): void {
    for (const [key, row] of this.unwritten) if (rows.includes(row)) this.unwritten.delete(key);
  }

  /**
   * Of the time in which nobody asked nothing is claimed. Only an outage that was there before and is there after it has
   * lasted all along.
   */
  private bridge(ok: boolean, at: string): void {
    const { seenAt, open } = this;
    this.seenAt = null;
    if (seenAt === null || Date.parse(at) - Date.parse(seenAt) <= GAP_MS || (open !== null && !ok)) return;
    this.end(seenAt);
    this.put({
      from: seenAt,
      to: at,
      cause: 'unwatched',
      message: 'Not checked: Sidelight or the integration was off',
    });
  }

  private begin(row: OutageRow): void {
    this.open = row;
    this.put(row);
  }

  private end(at: string): void {
    if (this.open === null) return;
    this.put({ ...this.open, to: at > this.open.from ? at : this.open.from });
    this.open = null;
  }

  private put(row: OutageRow): void {
    this.unwritten.set(keyOf(row), row);
  }
}

const keyOf = ({ from, cause }: OutageRow): string => `${from} ${cause}`;

const GAP_DAYS_MS = 30 * 86_400_000;
/** More than a month has of them, however often an upstream goes away. */
export const OUTAGES = 1000;

/** The time of the last 30 days in which the upstream was not seen, the oldest first: what touches is one gap. An outage that lasts is none yet. */
export function gapsIn(rows: readonly object[], now: Date): readonly Gap[] {
  const since = new Date(now.getTime() - GAP_DAYS_MS).toISOString();
  const over = (rows as readonly OutageRow[]).flatMap(({ from, to }) =>
    to !== undefined && to > since ? [{ from, to }] : [],
  );
  const gaps: Gap[] = [];
  for (const gap of over.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = gaps.at(-1);
    if (last !== undefined && gap.from <= last.to)
      gaps[gaps.length - 1] = { ...last, to: gap.to > last.to ? gap.to : last.to };
    else if (gap.from < gap.to) gaps.push(gap);
  }
  return gaps;
}
