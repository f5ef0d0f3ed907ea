/** What the counters of request managers add up to. Pure. */
import type { requestCounts, requestItems } from '@sidelight/plugin-api';
import { type RowOf, sumOf } from './rows.js';

type Counts = RowOf<typeof requestCounts>;
export type Request = RowOf<typeof requestItems>;

/** A manager that completes what is available keeps its rows after they have gone. */
export const availableOf = ({ available = 0, completed = 0, deleted = 0 }: Counts): number =>
  Math.max(0, completed - deleted) + available;

/** Of a manager that does not tell: each request is in one of these. */
const totalOf = (row: Counts): number =>
  row.total ?? row.pending + (row.approved ?? 0) + availableOf(row) + (row.declined ?? 0) + (row.failed ?? 0);

/** A manager counts at another moment than it lists: no total says less than the rows that are shown beside it. */
export function requestTotals(counts: readonly Counts[], requests: readonly Request[]) {
  const shown = (source: string, status?: Request['status']): number =>
    requests.filter((request) => request.source === source && (status === undefined || request.status === status))
      .length;
  const total = (value: (row: Counts) => number, status?: Request['status']): number =>
    sumOf(counts, (row) => Math.max(value(row), shown(row.source, status)));
  return {
    total: total(totalOf),
    pending: total((row) => row.pending, 'pending'),
    approved: total((row) => row.approved ?? 0, 'approved'),
    available: total(availableOf, 'available'),
    processing: total((row) => row.processing ?? 0, 'processing'),
    declined: total((row) => row.declined ?? 0, 'declined'),
    failed: total((row) => row.failed ?? 0, 'failed'),
    deleted: total((row) => row.deleted ?? 0, 'deleted'),
  };
}
