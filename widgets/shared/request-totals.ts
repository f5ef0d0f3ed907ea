/** What the counters of request managers add up to. Pure. */
import type { requestCounts } from '@sidelight/plugin-api';
import { type RowOf, sumOf } from './rows.js';

type Counts = RowOf<typeof requestCounts>;

/** A manager that completes what is available keeps its rows after they have gone. */
export const availableOf = ({ available = 0, completed = 0, deleted = 0 }: Counts): number =>
  Math.max(0, completed - deleted) + available;

/** Of a manager that does not tell: each request is in one of these. */
const totalOf = (row: Counts): number =>
  row.total ?? row.pending + (row.approved ?? 0) + availableOf(row) + (row.declined ?? 0) + (row.failed ?? 0);

export const requestTotals = (counts: readonly Counts[]) => ({
  total: sumOf(counts, totalOf),
  pending: sumOf(counts, (row) => row.pending),
  approved: sumOf(counts, (row) => row.approved ?? 0),
  available: sumOf(counts, availableOf),
  processing: sumOf(counts, (row) => row.processing ?? 0),
  declined: sumOf(counts, (row) => row.declined ?? 0),
  failed: sumOf(counts, (row) => row.failed ?? 0),
  deleted: sumOf(counts, (row) => row.deleted ?? 0),
});
